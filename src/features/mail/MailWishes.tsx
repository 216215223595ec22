import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, NativeSelect, Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoticeKind } from '../../core/notice.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { type MailWish, mailRead, mailSave, QUIET } from './contract.ts'
import styles from './mail.module.css'
import { wishText } from './wishText.ts'

const KEY = [mailRead.path]
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** Which kinds of messages come by e-mail as well, and when none do; nothing at all where e-mail is not set up. */
export function MailWishes() {
  const { call } = useApp()
  const words = useText(wishText)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(mailRead, {}, { signal, quiet: true }),
  })
  const wish = query.data?.wish
  if (!wish || wish.offered.length === 0) return null
  const { address, offered, kinds, quietFrom, quietTo } = wish
  const save = async (change: Partial<MailWish>) => {
    setBusy(true)
    const body = { kinds, quietFrom, quietTo, ...change }
    // A refusal has been said by the shell; the form shows what is true in either case.
    await call(mailSave, { body }).catch(() => undefined)
    await queries.invalidateQueries({ queryKey: KEY })
    setBusy(false)
  }
  const hour = (label: string, value: number, other: number | null, set: (hour: number) => void) => (
    <NativeSelect
      label={label}
      data={HOURS.filter((one) => Number(one.value) !== other)}
      value={String(value)}
      disabled={busy}
      onChange={(event) => set(Number(event.currentTarget.value))}
    />
  )
  return (
    <section className={`card ${styles.panel}`} aria-label={words.title}>
      <h3 className={styles.title}>{words.title}</h3>
      {address === null ? (
        <p className={styles.hint}>{words.noAddress}</p>
      ) : (
        <>
          <p className={styles.hint}>{words.about(address)}</p>
          <Checkbox.Group
            aria-label={words.byMail}
            value={kinds}
            onChange={(chosen) => void save({ kinds: chosen as NoticeKind[] })}
          >
            <div className={styles.kinds}>
              {offered.map((kind) => (
                <Checkbox key={kind} value={kind} label={words.kinds[kind]} disabled={busy} />
              ))}
            </div>
          </Checkbox.Group>
          <div className={styles.quiet}>
            <Switch
              label={words.quiet}
              description={words.quietHint}
              checked={quietFrom !== null}
              disabled={busy}
              onChange={(event) => void save(event.currentTarget.checked ? QUIET : { quietFrom: null, quietTo: null })}
            />
            {quietFrom !== null && quietTo !== null && (
              <div className={styles.hours}>
                {hour(words.from, quietFrom, quietTo, (from) => void save({ quietFrom: from }))}
                {hour(words.to, quietTo, quietFrom, (to) => void save({ quietTo: to }))}
              </div>
            )}
          </div>
        </>
      )}
    </section>
  )
}
