import { Button } from '@mantine/core'
import { EXPORT_PAGE } from '../../core/export.ts'
import { Loading } from '../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { exactCount, MISSING } from '../../kit/format/number.ts'
import { fullTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { useList, useRefresh } from '../../kit/list/useList.ts'
import { exportsList } from './contract.ts'
import { bytesOf } from './parts/bytes.ts'
import styles from './parts/exports.module.css'
import { StateCell } from './parts/StateCell.tsx'
import { screenText } from './screenText.ts'
import { text } from './text.ts'

const SHOWN = 20

/** One's own last exports, live while they are made. A panel for the settings page. */
export function MyExports() {
  const { download, go } = useApp()
  const { columns } = useText(text)
  const words = useText(screenText)
  const refresh = useRefresh(exportsList)
  const query = useList(exportsList, { isMine: 'true', pageSize: String(SHOWN) })
  const rows = query.data?.list ?? []
  const save = async (id: string) => {
    try {
      await download(`/api/exports/${id}/file`)
    } catch {
      // The shell has shown why.
    } finally {
      await refresh()
    }
  }
  return (
    <div className={`card ${styles.mine}`}>
      <header className={styles.mineHead}>
        <div>
          <h2>{words.mine}</h2>
          <p>{words.mineAbout(SHOWN)}</p>
        </div>
        <Button variant="default" onClick={() => go(EXPORT_PAGE)}>
          {words.goCentre}
        </Button>
      </header>
      {query.error ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading rows={4} />
      ) : rows.length === 0 ? (
        <Empty title={words.empty}>{words.emptyWhy}</Empty>
      ) : (
        <PlainTable
          label={words.mine}
          columns={[
            { name: columns.title },
            { name: columns.status },
            { name: columns.rowCount, isNumeric: true },
            { name: columns.sizeBytes, isNumeric: true },
            { name: columns.createdAt },
            { name: columns.expiresAt },
            { name: words.deeds },
          ]}
          rows={rows.map((row) => ({
            key: row.exportId,
            cells: [
              row.title,
              <StateCell key="state" row={row} />,
              exactCount(row.rowCount),
              row.sizeBytes ? bytesOf(row.sizeBytes) : MISSING,
              fullTime(row.createdAt),
              row.status === 'done' ? fullTime(row.expiresAt) : MISSING,
              row.status === 'done' ? (
                <Button key="save" variant="subtle" size="compact-sm" onClick={() => void save(row.exportId)}>
                  {words.actions.download}
                </Button>
              ) : (
                MISSING
              ),
            ],
          }))}
        />
      )}
    </div>
  )
}
