import { Button } from '@mantine/core'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { collectionBuild, collectionRestore, collectionsList } from '../contract.ts'
import { text } from '../text.ts'
import { failureIn } from './buildFailure.ts'
import type { Detail } from './CollectionDrawer.tsx'
import styles from './collections.module.css'
import { conditionWords, tailWords } from './ruleWords.ts'

/** The rule in words, a build at once, and what stays out of it. */
export function RuleTab({ detail }: { detail: Detail }) {
  const { call, notify, language } = useApp()
  const words = useText(text)
  const refresh = useRefresh(collectionsList)
  const canWrite = useMay('collections.write') && !detail.isReadOnly
  const params = { id: detail.collectionId }
  const act = async (run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    await refresh()
  }
  const build = () =>
    act(async () => {
      const built = await call(collectionBuild, { params, body: {} })
      if (built.error) notify(failureIn(built.error, language), 'error')
      else notify(words.done.built(built.added, built.removed), 'success')
    })
  const restore = (videoId: string) =>
    act(async () => {
      const { done } = await call(collectionRestore, { params, body: { ids: [videoId] } })
      notify(words.done.restored(done), 'success')
    })
  const { rule } = detail
  if (!rule) return <p className={styles.note}>{words.drawer.byHand}</p>
  return (
    <>
      <div className={styles.section}>
        <h3>{rule.match === 'all' ? words.rule.sentence.all : words.rule.sentence.any}</h3>
        <ul className={styles.sentence}>
          {rule.conditions.map((condition, at) => (
            <li key={at}>{conditionWords(condition, detail, language)}</li>
          ))}
        </ul>
        <p className={styles.note}>{tailWords(rule, language)}</p>
      </div>
      {canWrite && (
        <div className={styles.row}>
          <Button variant="default" size="xs" onClick={() => void build()}>
            {words.actions.build}
          </Button>
        </div>
      )}
      {detail.excluded.length > 0 && (
        <div className={styles.section}>
          <h3>{words.drawer.excluded}</h3>
          <p className={styles.note}>{words.drawer.excludedNote}</p>
          {detail.excluded.map(({ videoId, title }) => (
            <div key={videoId} className={styles.excluded}>
              <span className="ellipsis">{title || words.drawer.untitled}</span>
              {canWrite && (
                <Button size="compact-xs" variant="subtle" onClick={() => void restore(videoId)}>
                  {words.actions.restore}
                </Button>
              )}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
