import { SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { IconCheck, IconMinus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { type Permission, permissions, ROLES, type Role, type Rule } from '../../../core/access.ts'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { KINDS, type Kind } from '../contract.ts'
import { text } from '../text.ts'
import styles from './access.module.css'
import { useThings } from './useThings.ts'

/** Every page, permission and endpoint against the five roles. */
export function AccessTable() {
  const words = useText(text)
  const { things, error, refetch } = useThings()
  const [kind, setKind] = useState<Kind>('page')
  const [sought, setSought] = useState('')
  const all = things[kind]
  const wanted = sought.trim().toLowerCase()
  const rows = all?.filter(({ id, name, permissions: asked }) =>
    [id, name, ...asked].some((word) => word.toLowerCase().includes(wanted)),
  )
  return (
    <section className={`card ${styles.card}`} aria-labelledby="access-table">
      <div className={styles.head}>
        <h2 id="access-table">{words.table}</h2>
        <SegmentedControl
          size="xs"
          aria-label={words.table}
          withItemsBorders={false}
          data={KINDS.map((value) => ({ value, label: words.tables[value] }))}
          value={kind}
          onChange={(next) => setKind(next as Kind)}
        />
        <TextInput
          className={styles.find}
          aria-label={words.find}
          placeholder={words.findHint}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        {rows && all && <span className={styles.count}>{words.shown(rows.length, all.length)}</span>}
      </div>
      {!rows ? (
        error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )
      ) : rows.length === 0 ? (
        <Empty title={words.nothingFound} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={styles.frame} aria-label={words.tables[kind]} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{kind === 'page' ? words.name : words.tables[kind]}</th>
                {kind !== 'permission' && <th scope="col">{words.permission}</th>}
                {ROLES.map((role) => (
                  <th key={role} scope="col">
                    {words.roles[role]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((thing) => (
                <tr key={thing.id}>
                  <th scope="row">
                    {kind === 'page' ? (
                      <>
                        {thing.name} <small>{thing.id}</small>
                      </>
                    ) : (
                      <code>{thing.name}</code>
                    )}
                    {thing.scope && (
                      <small>
                        {words.scope} {thing.scope}
                      </small>
                    )}
                  </th>
                  {kind !== 'permission' && (
                    <td>
                      <code>{thing.permissions.at(-1)}</code>
                    </td>
                  )}
                  {ROLES.map((role) => (
                    <td key={role}>
                      <Cell asked={thing.permissions} role={role} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}

/** What a role needs beside being the role. */
function Cell({ asked, role }: { asked: readonly Permission[]; role: Role }) {
  const words = useText(text)
  const rules = asked.map((permission): Rule => permissions[permission])
  const isOpen = rules.every(({ roles }) => !roles || roles.includes('*') || roles.includes(role))
  if (!isOpen) return <IconMinus className={styles.no} size={16} stroke={1.6} role="img" aria-label={words.mayNot} />
  const conditions = rules.flatMap(({ states, keys }) => [
    ...(states ? [words.state(states.join(words.or))] : []),
    ...(keys ? [words.key(keys.join(words.or))] : []),
  ])
  return (
    <span className={styles.may}>
      <IconCheck size={16} stroke={2} role="img" aria-label={words.may} />
      {conditions.map((condition) => (
        <small key={condition}>{condition}</small>
      ))}
    </span>
  )
}
