import { Tooltip } from '@mantine/core'
import type { Reply } from '../../../core/contract.ts'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, shortCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { dataAnalysis } from '../contract.ts'
import { text } from '../text.ts'
import styles from './visualization.module.css'

/** Whose works are watched; a name leads to them. */
export function Authors({ authors }: { authors: Reply<typeof dataAnalysis>['authors'] }) {
  const { language, go } = useApp()
  const words = useText(text)
  if (authors.length === 0) return <Empty title={words.noAuthors} />
  return (
    <>
      <Tooltip label={words.authorsHelp} multiline maw={260}>
        <h2 className={styles.heading}>{words.authors}</h2>
      </Tooltip>
      <table className={styles.table} aria-label={words.authors}>
        <thead>
          <tr>
            <th scope="col">{words.ranking}</th>
            <th scope="col">{words.author}</th>
            <th scope="col" className="num">
              {words.contentCount}
            </th>
            <th scope="col" className="num" title={words.authorsNote}>
              {words.clickCount}
            </th>
          </tr>
        </thead>
        <tbody>
          {authors.map(({ creatorId, name, works, plays }, at) => (
            <tr key={creatorId}>
              <td className="tabular">{at + 1}</td>
              <th scope="row" className="ellipsis" title={name}>
                <button type="button" className={styles.open} onClick={() => go('/dashboard/data', { creatorId })}>
                  {name}
                </button>
              </th>
              <td className="num">{exactCount(works)}</td>
              <td className="num" title={exactCount(plays)}>
                {shortCount(plays, language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
