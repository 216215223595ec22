import { Button, Drawer, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { articlesList, articleVersion, articleVersions } from '../contract.ts'
import { DiffView } from './DiffView.tsx'
import styles from './editor.module.css'
import { editText } from './text.ts'
import type { Fields } from './useDraft.ts'

interface HistoryProps {
  id: string
  /** What the versions are compared with. */
  current: Fields
  mayRestore: boolean
  onRestore(no: number): Promise<void>
  onClose(): void
}

/** The versions that were published, each beside the working copy, and the way back to one. */
export function History({ id, current, mayRestore, onRestore, onClose }: HistoryProps) {
  const { call } = useApp()
  const words = useText(editText)
  const said = words.history
  const [no, setNo] = useState<number | null>(null)
  const list = useQuery({
    queryKey: [articlesList.key, articleVersions.path, id],
    queryFn: ({ signal }) => call(articleVersions, { params: { id } }, { signal, quiet: true }),
  })
  const versions = list.data?.versions ?? []
  const shown = no ?? versions[0]?.no ?? null
  const version = useQuery({
    queryKey: [articlesList.key, articleVersion.path, id, shown],
    queryFn: ({ signal }) => call(articleVersion, { params: { id }, query: { no: shown! } }, { signal, quiet: true }),
    enabled: shown !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const restore = async (chosen: number) => {
    const question = { title: said.restoreTitle(chosen), body: said.restoreBody, confirm: said.restore }
    if (await confirm(question)) await onRestore(chosen)
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={760}
      title={said.title}
      closeButtonProps={{ 'aria-label': said.close }}
    >
      {list.isError ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Skeleton height={160} radius="md" />
      ) : versions.length === 0 ? (
        <Empty title={said.none} />
      ) : (
        <>
          <ul className={styles.versions}>
            {versions.map((one) => (
              <li key={one.no}>
                <button type="button" aria-pressed={one.no === shown} onClick={() => setNo(one.no)}>
                  <b>{said.version(one.no)}</b>
                  <span className="tabular">{fullTime(one.publishedAt)}</span>
                  <small>
                    {one.publishedBy ? said.by(one.publishedBy) : said.clock} · {words.words(exactCount(one.words))}
                  </small>
                </button>
              </li>
            ))}
          </ul>
          <p className={styles.note}>{said.compare}</p>
          {version.data ? <DiffView before={version.data} after={current} /> : <Skeleton height={160} radius="md" />}
          {mayRestore && shown !== null && (
            <div className={styles.answers}>
              <Button variant="default" onClick={() => void restore(shown)}>
                {said.restore}
              </Button>
            </div>
          )}
        </>
      )}
    </Drawer>
  )
}
