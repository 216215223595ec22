import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { exactCount, shortCount } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { collectionPreview, collectionsList } from '../contract.ts'
import type { Rule } from '../rule.ts'
import { text } from '../text.ts'
import styles from './collections.module.css'

const PAUSE_MS = 400

interface Asked {
  rule: Rule | undefined
  contentType: 'img' | 'horizontalVideo' | 'verticalVideo'
  lineId: string | null
  collectionId: string | null
}

/** What a rule would hold now, asked of the server once typing pauses. */
export function usePreview(asked: Asked) {
  const { call, language } = useApp()
  const [settled] = useDebouncedValue(JSON.stringify(asked), PAUSE_MS)
  const { rule, ...rest } = JSON.parse(settled) as Asked
  const query = useQuery({
    queryKey: [collectionsList.key, collectionPreview.path, settled, language],
    queryFn: ({ signal }) => call(collectionPreview, { body: { ...rest, rule: rule! } }, { signal, quiet: true }),
    enabled: !!rule,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    ...query,
    data: rule ? query.data : undefined,
    isWaiting: !!asked.rule && (query.isFetching || settled !== JSON.stringify(asked)),
  }
}

export function RulePreview({ preview, isComplete }: { preview: ReturnType<typeof usePreview>; isComplete: boolean }) {
  const { language } = useApp()
  const words = useText(text)
  const { data, error, isWaiting } = preview
  return (
    <section className={styles.preview} aria-label={words.preview.title} aria-busy={isWaiting}>
      <p role="status">
        {!isComplete ? (
          words.preview.incomplete
        ) : error instanceof CallError ? (
          <span className={styles.fault}>{error.message}</span>
        ) : !data ? (
          words.preview.counting
        ) : data.isTooMany ? (
          <span className={styles.fault}>{words.preview.tooMany}</span>
        ) : data.matched === 0 && data.count === 0 ? (
          words.preview.empty
        ) : (
          <>
            <b>{words.preview.count(exactCount(data.count))}</b> · {words.preview.matched(exactCount(data.matched))}
            {isWaiting && <span className={styles.waiting}> · {words.preview.counting}</span>}
          </>
        )}
      </p>
      {isComplete && data?.isEverything && <p className={styles.fault}>{words.preview.everything}</p>}
      {isComplete && !!data?.samples.length && (
        <ol className={styles.samples} aria-label={words.preview.samples}>
          {data.samples.map(({ videoId, title, platform, playCount }) => (
            <li key={videoId}>
              <span className="ellipsis">{title || words.drawer.untitled}</span>
              <small>
                {words.platforms[platform as keyof typeof words.platforms]} · {shortCount(playCount, language)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
