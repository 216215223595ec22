import { Button, CloseButton, CopyButton } from '@mantine/core'
import { IconCopy, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { auditEntry, auditList } from '../contract.ts'
import { text } from '../text.ts'
import styles from './audit.module.css'
import { Changes } from './Changes.tsx'

const icon = { size: 16, stroke: 1.6 }

/** One entry: who did what to which row, and what stood before and after. */
export function EntryPanel({ id, close }: { id: string; close(): void }) {
  const { call } = useApp()
  const { setSearch } = usePage()
  const words = useText(text)
  const { data, error, refetch } = useQuery({
    queryKey: [auditList.key, 'entry', id],
    queryFn: ({ signal }) => call(auditEntry, { params: { id } }, { signal, quiet: true }),
  })
  if (!data)
    return (
      <DrawerPage header={<CloseButton className={styles.close} onClick={close} />}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
      </DrawerPage>
    )
  const actions: Record<string, string> = words.choices.action
  const entities: Record<string, string> = words.choices.entity
  const facts: [string, string | null][] = [
    [words.columns.actor, data.actor ? `${data.actor} (${data.actorKey})` : words.system],
    [words.columns.at, fullTime(data.at)],
    [words.columns.entity, `${entities[data.entity] ?? data.entity} ${data.entityId}`],
    [words.columns.ip, data.ip],
    [words.columns.requestId, data.requestId],
    [words.columns.reason, data.reason],
  ]
  return (
    <DrawerPage
      header={
        <div className={styles.head}>
          <div>
            <h2>{actions[data.action] ?? data.action}</h2>
            <code>{data.action}</code>
          </div>
          <CloseButton className={styles.close} onClick={close} />
        </div>
      }
      footer={
        <>
          {data.requestId && (
            <CopyButton value={data.requestId}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={copy}>
                  {copied ? words.copied : words.copy}
                </Button>
              )}
            </CopyButton>
          )}
          <Button
            leftSection={<IconHistory {...icon} />}
            onClick={() => setSearch({ entity: data.entity, entityId: data.entityId })}
          >
            {words.sameRow}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <dl className={styles.facts}>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        <h3>{words.changes}</h3>
        <Changes changes={data.changes} />
      </div>
    </DrawerPage>
  )
}
