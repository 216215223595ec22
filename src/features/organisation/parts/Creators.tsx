import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ListRow } from '../../../core/contract.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { creatorAdd, creatorEdit, creatorsList, PLATFORMS } from '../contract.ts'
import { text } from '../screenText.ts'
import { creatorText } from '../text.ts'
import { CreatorPanel } from './CreatorPanel.tsx'
import { FieldsForm } from './FieldsForm.tsx'
import { useAct } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
type Row = ListRow<typeof creatorsList>

/** Creators and whom they are bound to; a row opens into its windows. */
export function Creators({ tabs }: { tabs: ReactNode }) {
  const { notify } = useApp()
  const words = useText(text)
  const { choices } = useText(creatorText)
  const act = useAct()
  const [editing, setEditing] = useState<Row | 'new'>()
  const row = editing === 'new' ? undefined : editing
  return (
    <>
      <ListPage
        list={creatorsList}
        text={creatorText}
        primary={['platform', 'createdAt']}
        headActions={
          <>
            {tabs}
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setEditing('new')}>
              {words.creatorAdd}
            </Button>
          </>
        }
        rowActions={(one) => [{ label: words.edit, icon: <IconPencil {...icon} />, run: () => setEditing(one) }]}
        openLabel={words.bindings}
        drawer={(id, close) => <CreatorPanel key={id} id={id} close={close} />}
      />
      {editing && (
        <FieldsForm
          title={row ? words.creatorEdit : words.creatorAdd}
          confirm={words.save}
          fields={[
            { name: 'nickname', label: words.nickname },
            { name: 'accountNo', label: words.account, isOptional: true, hint: words.optional },
            {
              name: 'platform',
              label: words.platform,
              kind: 'select',
              isFixed: !!row,
              options: PLATFORMS.map((value) => ({ value, label: choices.platform[value] })),
            },
            { name: 'platformUid', label: words.uid, isFixed: !!row },
          ]}
          initial={{
            nickname: row?.nickname ?? '',
            accountNo: row?.accountNo ?? '',
            platform: row?.platform ?? 'douyin',
            platformUid: row?.platformUid ?? '',
          }}
          submit={async ({ nickname = '', accountNo, platform, platformUid = '' }, key) => {
            const account = { nickname, accountNo: accountNo || null }
            if (row) await act(creatorEdit, { params: { id: row.id }, body: { version: row.version, ...account } }, key)
            else await act(creatorAdd, { body: { ...account, platform: platform as 'douyin', platformUid } }, key)
            notify(words.saved, 'success')
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
