import '@mantine/core/styles/Tabs.layer.css'
import { Button, CloseButton, Menu, Tabs } from '@mantine/core'
import { IconChevronDown, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { useText } from '../../../kit/hooks/app.ts'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import type { Action } from '../../../kit/list/types.ts'
import { text } from '../text.ts'
import type { UserRow } from './dialog.ts'
import { History } from './History.tsx'
import { Profile } from './Profile.tsx'
import { RoleTag } from './RoleTag.tsx'
import { SignIns } from './SignIns.tsx'
import { TONES } from './tones.ts'
import styles from './users.module.css'
import { useUser } from './useUser.ts'

interface UserPanelProps {
  id: string
  close(): void
  actionsOf(user: UserRow): Action[]
}

/** One account: who it is, what it did, what was done to it. */
export function UserPanel({ id, close, actionsOf }: UserPanelProps) {
  const words = useText(text)
  const { data: user, error, refetch } = useUser(id)
  const [tab, setTab] = useState<string | null>('profile')
  const closeButton = <CloseButton className={styles.close} onClick={close} />
  if (!user) {
    return (
      <DrawerPage header={<div className={styles.identity}>{closeButton}</div>}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
      </DrawerPage>
    )
  }
  const [edit, ...others] = actionsOf(user)
  return (
    <DrawerPage
      header={
        <div className={styles.identity}>
          <span className={styles.avatar} aria-hidden>
            {user.displayName.slice(0, 1)}
          </span>
          <div className={styles.grow}>
            <h2 className={styles.name}>{user.displayName}</h2>
            <p className={styles.sub}>{[user.accessKey, user.organisation].filter(Boolean).join(' · ')}</p>
            <div className={styles.tags}>
              <RoleTag role={user.role} />
              <Status tone={TONES.status[user.status] ?? 'grey'}>
                {words.choices.status[user.status as 'active']}
              </Status>
            </div>
          </div>
          {closeButton}
        </div>
      }
      footer={
        edit && (
          <>
            {others.length > 0 && (
              <Menu position="top-start">
                <Menu.Target>
                  <Button variant="default" mr="auto" rightSection={<IconChevronDown size={16} stroke={1.6} />}>
                    {words.moreActions}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {others.map((action) => (
                    <Menu.Item
                      key={action.label}
                      leftSection={action.icon}
                      color={action.isDanger ? 'red' : undefined}
                      onClick={action.run}
                    >
                      {action.label}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            <Button leftSection={<IconPencil size={16} stroke={1.6} />} onClick={edit.run}>
              {edit.label}
            </Button>
          </>
        )
      }
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="profile">{words.tabs.profile}</Tabs.Tab>
          <Tabs.Tab value="signIns">{words.tabs.signIns}</Tabs.Tab>
          <Tabs.Tab value="history">{words.tabs.history}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile" className={styles.panel}>
          <Profile user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="signIns" className={styles.panel}>
          <SignIns id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.panel}>
          <History id={id} />
        </Tabs.Panel>
      </Tabs>
    </DrawerPage>
  )
}
