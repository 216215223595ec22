import { Tooltip } from '@mantine/core'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { change, exactCount, shortCount, signed } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Delta } from '../../../kit/list/Delta.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { listOf, type View } from '../query.ts'
import { text } from '../text.ts'
import styles from './categories.module.css'
import { nameIn, useMovers, useNameOf } from './use.ts'

const SHOWN = 8

/** What changed most against the compared period: categories with the cause, and videos. */
export function Movers({ view }: { view: View }) {
  const { language, go } = useApp()
  const words = useText(text)
  const nameOf = useNameOf()
  const { data, isError, error, refetch } = useMovers(view)
  if (isError) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={6} />
  const part = (value: number) =>
    `${value > 0 ? '+' : ''}${Math.abs(value) < 10_000 ? (value > 0 ? exactCount(value) : signed(value)) : shortCount(value, language)}`
  return (
    <section className={`card ${styles.movers}`} aria-label={words.movers.title}>
      <h2>
        {words.movers.title} <small>{words.movers.note}</small>
      </h2>
      {data.categories.length + data.videos.length === 0 && <p className={styles.quiet}>{words.movers.none}</p>}
      <div className={styles.moverLists}>
        <div>
          <h3>{words.movers.categories}</h3>
          <ol>
            {data.categories.slice(0, SHOWN).map((one) => {
              const young = one.youngPlays - one.youngPlaysBefore
              const old = one.plays - one.playsBefore - young
              const parts = [
                { size: Math.abs(young), words: words.movers.young(part(young)) },
                { size: Math.abs(old), words: words.movers.old(part(old)) },
              ].sort((a, b) => b.size - a.size)
              return (
                <li key={one.id}>
                  <button
                    type="button"
                    className={styles.open}
                    title={words.table.open(nameOf(one))}
                    onClick={() => go('/dashboard/data', listOf(one.id, view, 'period'))}
                  >
                    {nameOf(one)}
                  </button>
                  <Tooltip label={words.movers.causeHelp} multiline maw={280}>
                    <span className={styles.cause}>{parts.map((one) => one.words).join(' · ')}</span>
                  </Tooltip>
                  <Figures {...one} />
                </li>
              )
            })}
          </ol>
        </div>
        <div>
          <h3>{words.movers.videos}</h3>
          <ol>
            {data.videos.slice(0, SHOWN).map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={styles.open}
                  onClick={() => go('/dashboard/data', { keyword: one.id })}
                >
                  {one.title || one.id}
                </button>
                <span className={styles.cause}>
                  {one.isNew && <Tag tone="blue">{words.movers.isNew}</Tag>}{' '}
                  {one.nameZh ? nameIn(one, language) : words.none}
                </span>
                <Figures {...one} />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

function Figures({ plays, playsBefore }: { plays: number; playsBefore: number }) {
  const { language } = useApp()
  return (
    <span className={styles.moved}>
      <b title={`${exactCount(playsBefore)} → ${exactCount(plays)}`}>
        {shortCount(playsBefore, language)} → {shortCount(plays, language)}
      </b>
      <Delta change={change(plays, playsBefore)} />
    </span>
  )
}
