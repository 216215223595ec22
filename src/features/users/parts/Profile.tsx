import { Alert, Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type User, userReveal } from '../contract.ts'
import { mayEdit, organisationOf } from '../rules.ts'
import { text } from '../text.ts'
import { useAct } from './useAct.ts'
import styles from './users.module.css'

/** Everything an account's row says, and its contact data in clear for those who may and ask for it. */
export function Profile({ user }: { user: User }) {
  const words = useText(text)
  const { session } = useApp()
  const { act, isBusy } = useAct()
  const [clear, setClear] = useState<{ phone: string | null; email: string | null }>()
  const mayReveal = !!session && mayEdit(session, user) && (user.phone || user.email)
  const organisation = organisationOf[user.role]

  const { profile, columns } = words
  const facts: [title: string, rows: [name: string, value: ReactNode][]][] = [
    [
      profile.account,
      [
        [columns.accessId, user.accessId],
        [columns.accessKey, user.accessKey],
        [columns.role, words.choices.role[user.role]],
        ...(organisation
          ? ([[words.organisations[organisation.field], user.organisation ?? words.allLines]] as [string, ReactNode][])
          : []),
        [columns.accessState, user.accessState ? words.choices.accessState[user.accessState] : words.none],
        [columns.remark, user.remark],
      ],
    ],
    [
      profile.contact,
      [
        [columns.phone, clear ? clear.phone : user.phone],
        [columns.email, clear ? clear.email : user.email],
      ],
    ],
    [
      profile.activity,
      [
        [columns.lastLoginAt, user.lastLoginAt ? fullTime(user.lastLoginAt) : profile.never],
        [columns.lastLoginIp, user.lastLoginIp],
        [profile.sessions, profile.sessionCount(user.sessions)],
        [columns.createdAt, fullTime(user.createdAt)],
        [columns.createdBy, user.createdBy],
        [profile.updatedAt, fullTime(user.updatedAt)],
      ],
    ],
  ]

  return (
    <>
      <Notice user={user} />
      {facts.map(([title, rows]) => (
        <section key={title} className={styles.section}>
          <h3 className={styles.heading}>
            {title}
            {title === profile.contact && mayReveal && !clear && (
              <span className={styles.headingEnd}>
                <span className={styles.note}>{profile.recorded}</span>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<IconEye size={14} stroke={1.6} />}
                  loading={isBusy}
                  onClick={() =>
                    void act(userReveal, { params: { id: user.accessId } })
                      .then(setClear)
                      .catch(() => {})
                  }
                >
                  {profile.reveal}
                </Button>
              </span>
            )}
          </h3>
          <dl className={styles.facts}>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || <span className="flat">{MISSING}</span>}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

/** Why the account cannot be used, or cannot be changed. */
function Notice({ user }: { user: User }) {
  const { profile: words } = useText(text)
  const { session } = useApp()
  if (user.status === 'disabled') return <Alert color="gray">{words.disabledFor(user.disabledReason ?? MISSING)}</Alert>
  if (user.status === 'locked') return <Alert color="red">{words.lockedUntil(fullTime(user.lockedUntil))}</Alert>
  if (user.status === 'invited') return <Alert color="orange">{words.invited}</Alert>
  if (session && !mayEdit(session, user)) return <Alert color="gray">{words.readOnly}</Alert>
  return null
}
