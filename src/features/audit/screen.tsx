import { useQuery } from '@tanstack/react-query'
import { fullTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { auditActors, auditList } from './contract.ts'
import styles from './parts/audit.module.css'
import { EntryPanel } from './parts/EntryPanel.tsx'
import { text } from './text.ts'

const PRIMARY = ['actorId', 'action', 'entity', 'at']

/** Who changed what, when and from where (domain page S23). */
export default function AuditScreen() {
  const { call } = useApp()
  const words = useText(text)
  const people = useQuery({
    queryKey: [auditList.key, auditActors.path],
    queryFn: ({ signal }) => call(auditActors, {}, { signal, quiet: true }),
  })
  const actors = people.data?.actors.map(({ id, name, key }) => ({ value: id, label: `${name} (${key})` })) ?? []
  const actionWords: Record<string, string> = words.choices.action
  const entityWords: Record<string, string> = words.choices.entity
  return (
    <ListPage
      list={auditList}
      text={text}
      primary={PRIMARY}
      filterOptions={{ actorId: [{ value: 'none', label: words.system }, ...actors] }}
      cells={{
        actor: (row) => row.actor ?? <span className="flat">{words.system}</span>,
        entityId: (row) => <span className="tabular">{row.entityId}</span>,
      }}
      card={(row) => (
        <span className={styles.card}>
          <span className={styles.cardHead}>
            <b>{actionWords[row.action] ?? row.action}</b>
            <span className="tabular">{fullTime(row.at)}</span>
          </span>
          <span>
            {row.actor ?? words.system} · {entityWords[row.entity] ?? row.entity} {row.entityId}
          </span>
          {row.reason && <span>{row.reason}</span>}
        </span>
      )}
      drawer={(id, close) => <EntryPanel key={id} id={id} close={close} />}
    />
  )
}
