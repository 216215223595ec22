import { Button } from '@mantine/core'
import { IconCircleOff, IconPlus, IconReceipt2, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '../../core/access.ts'
import type { ListRow } from '../../core/contract.ts'
import { MISSING } from '../../kit/format/number.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Action, Selection } from '../../kit/list/types.ts'
import { usersList, usersOptions } from './contract.ts'
import { DisableDialog } from './parts/DisableDialog.tsx'
import type { Dialog, UserRow } from './parts/dialog.ts'
import { EditUser } from './parts/EditUser.tsx'
import { LinkDialog } from './parts/LinkDialog.tsx'
import { RoleTag } from './parts/RoleTag.tsx'
import { StateDialog } from './parts/StateDialog.tsx'
import { Tiles } from './parts/Tiles.tsx'
import { TONES } from './parts/tones.ts'
import { UserCard } from './parts/UserCard.tsx'
import { UserForm } from './parts/UserForm.tsx'
import { UserPanel } from './parts/UserPanel.tsx'
import styles from './parts/users.module.css'
import { useUserActions } from './parts/useUserActions.tsx'
import { grantableRoles } from './rules.ts'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 }
const PRIMARY = ['role', 'status', 'partnerId']

/** Accounts: who may sign in, as what, for whom (domain page S1). */
export default function UsersScreen() {
  const { session, call, go } = useApp()
  const words = useText(text)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const actionsOf = useUserActions(setDialog)
  const options = useQuery({
    queryKey: [usersList.key, usersOptions.path],
    queryFn: ({ signal }) => call(usersOptions, {}, { signal, quiet: true }),
  })
  const optionsOf = (list: { id: string; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: id, label: name }))
  const roles = session ? grantableRoles(session) : []

  const bulkActions = ({ ids, clear }: Selection): Action[] => [
    {
      label: words.state.action,
      icon: <IconReceipt2 {...icon} />,
      run: () => setDialog({ kind: 'state', ids, onDone: clear }),
    },
    {
      label: words.disable.action,
      icon: <IconCircleOff {...icon} />,
      isDanger: true,
      run: () => setDialog({ kind: 'disableMany', ids, onDone: clear }),
    },
  ]

  return (
    <>
      <ListPage
        list={usersList}
        text={text}
        summary={() => <Tiles />}
        primary={PRIMARY}
        statusTones={TONES}
        filterOptions={{ partnerId: optionsOf(options.data?.partners), teamId: optionsOf(options.data?.teams) }}
        cells={{
          displayName: (row) => (
            <span className={styles.person}>
              <span className={styles.face} aria-hidden>
                {row.displayName.slice(0, 1)}
              </span>
              <span className="ellipsis" title={row.displayName}>
                {row.displayName}
              </span>
            </span>
          ),
          role: (row) => <RoleTag role={row.role} />,
          organisation: (row) =>
            row.organisation ?? (row.role === 'coo' ? words.allLines : <span className="flat">{MISSING}</span>),
          accessState: (row) => (row.accessState ? words.choices.accessState[row.accessState] : words.none),
        }}
        card={(row) => <UserCard row={row} />}
        rowActions={(row) => actionsOf(targetOf(row))}
        bulkActions={bulkActions}
        headActions={
          roles.length > 0 && (
            <>
              <Button
                variant="default"
                leftSection={<IconUpload {...icon} />}
                onClick={() => go('/imports', { target: 'users' })}
              >
                {words.bring}
              </Button>
              <Button leftSection={<IconPlus {...icon} />} onClick={() => setDialog({ kind: 'create' })}>
                {words.create}
              </Button>
            </>
          )
        }
        drawer={(id, closeDrawer) => <UserPanel id={id} close={closeDrawer} actionsOf={actionsOf} />}
      />
      {dialog?.kind === 'create' && (
        <UserForm close={close} onCreated={(displayName, link) => setDialog({ kind: 'link', displayName, link })} />
      )}
      {dialog?.kind === 'edit' && <EditUser id={dialog.accessId} name={dialog.displayName} close={close} />}
      {dialog?.kind === 'link' && <LinkDialog displayName={dialog.displayName} link={dialog.link} close={close} />}
      {(dialog?.kind === 'disable' || dialog?.kind === 'disableMany') && (
        <DisableDialog dialog={dialog} close={close} />
      )}
      {dialog?.kind === 'state' && <StateDialog ids={dialog.ids} onDone={dialog.onDone} close={close} />}
    </>
  )
}

const targetOf = (row: ListRow<typeof usersList>): UserRow => ({ ...row, role: row.role as Role })
