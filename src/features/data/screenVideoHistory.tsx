import { CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Reply } from '../../core/contract.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { exactCount, money } from '../../kit/format/number.ts'
import { shortDay, shortTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { dataHistory } from './contract.ts'
import styles from './screen.module.css'
import { text } from './text.ts'

type Value = Reply<typeof dataHistory>['values'][number]

/** Why a day's numbers are what they are, in sentences, the newest first. */
export function DayHistory({ videoId, day, onClose }: { videoId: string; day: string; onClose(): void }) {
  const { call, language } = useApp()
  const words = useText(text).drawer
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['data', 'history', videoId, day],
    queryFn: ({ signal }) => call(dataHistory, { params: { id: videoId }, query: { day } }, { signal, quiet: true }),
  })
  const title = words.why(shortDay(day, language))
  return (
    <section ref={place} className={styles.history} aria-label={title} tabIndex={-1}>
      <div className={styles.sectionHead}>
        <h3>{title}</h3>
        <CloseButton size={28} aria-label={words.closeWhy} onClick={onClose} />
      </div>
      {isError ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={64} radius="md" />
      ) : data.values.length === 0 ? (
        <p>{words.noHistory}</p>
      ) : (
        <>
          <Values values={data.values} />
          {data.dayBefore ? (
            <>
              <p>{words.dayBefore(shortDay(data.dayBefore.statDate, language))}</p>
              <Values values={data.dayBefore.values} isElsewhere />
            </>
          ) : (
            data.values.length === 1 && <p>{words.neverCorrected}</p>
          )}
        </>
      )}
    </section>
  )
}

/** One sentence a value. `isElsewhere`: of another day, whose own gain is not the question. */
function Values({ values, isElsewhere }: { values: readonly Value[]; isElsewhere?: boolean }) {
  const { language } = useApp()
  const words = useText(text)
  const origin = ({ source, at }: Value) =>
    [words.drawer.source[source.kind](source.id), shortTime(at, language)].join(language === 'zh-CN' ? '，' : ', ')
  const sentence = (value: Value, before: Value | undefined) => {
    const gain = exactCount(value.playDelta)
    if (!before)
      return words.drawer.join([
        words.drawer.first(exactCount(value.playCount), origin(value)),
        ...(isElsewhere || value.playDelta === null ? [] : [words.drawer.deltaIs(gain)]),
      ])
    const changes = CHANGING.flatMap(({ key, of }) =>
      (before[key] ?? null) === (value[key] ?? null)
        ? []
        : [words.drawer.changedTo(of(words), write(key, before[key]), write(key, value[key]))],
    )
    return words.drawer.join([
      words.drawer.correction(words.drawer.join(changes), origin(value)),
      ...(isElsewhere || before.playDelta === value.playDelta
        ? []
        : [words.drawer.deltaBecame(exactCount(before.playDelta), gain)]),
    ])
  }
  return (
    <ol className={styles.owners}>
      {values.map((value, at) => (
        <li key={at}>{sentence(value, values[at + 1])}</li>
      ))}
    </ol>
  )
}

type Words = (typeof text)['zh-CN' | 'en-US']
const CHANGING = [
  { key: 'playCount', of: (words: Words) => words.drawer.playCount },
  { key: 'likeCount', of: (words: Words) => words.drawer.likes },
  { key: 'commentCount', of: (words: Words) => words.drawer.comments },
  { key: 'shareCount', of: (words: Words) => words.drawer.shares },
  { key: 'estIncomeFen', of: (words: Words) => words.drawer.income },
] as const

const write = (key: (typeof CHANGING)[number]['key'], value: number | null | undefined): string =>
  key === 'estIncomeFen' ? money(value) : exactCount(value)
