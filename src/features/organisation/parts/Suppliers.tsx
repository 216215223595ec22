import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ListRow } from '../../../core/contract.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { supplierAdd, supplierEdit, supplierMove, suppliersList } from '../contract.ts'
import { text } from '../screenText.ts'
import { supplierText } from '../text.ts'
import { FieldsForm } from './FieldsForm.tsx'
import { MoveForm, TONES, useMoves } from './MoveForm.tsx'
import { useAct } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
type Row = ListRow<typeof suppliersList>

/** Suppliers: who re-publishes, and whether their people may come in. */
export function Suppliers({ tabs }: { tabs: ReactNode }) {
  const { notify } = useApp()
  const words = useText(text)
  const act = useAct()
  const [editing, setEditing] = useState<Row | 'new'>()
  const { moving, actionsOf, stop } = useMoves<Row>()
  const row = editing === 'new' ? undefined : editing
  return (
    <>
      <ListPage
        list={suppliersList}
        text={supplierText}
        primary={['status', 'createdAt']}
        statusTones={TONES}
        headActions={
          <>
            {tabs}
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setEditing('new')}>
              {words.supplierAdd}
            </Button>
          </>
        }
        rowActions={(one) => [
          { label: words.edit, icon: <IconPencil {...icon} />, run: () => setEditing(one) },
          ...actionsOf(one, one.status),
        ]}
      />
      {editing && (
        <FieldsForm
          title={row ? words.supplierEdit : words.supplierAdd}
          confirm={words.save}
          fields={[
            { name: 'name', label: words.name, isWide: true },
            { name: 'code', label: words.code, isFixed: !!row, hint: row ? undefined : words.codeHint, isWide: true },
          ]}
          initial={{ name: row?.name ?? '', code: row?.code ?? '' }}
          submit={async ({ name = '', code = '' }, key) => {
            if (row) await act(supplierEdit, { params: { id: row.id }, body: { version: row.version, name } }, key)
            else await act(supplierAdd, { body: { name, code } }, key)
            notify(words.saved, 'success')
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {moving && <MoveForm endpoint={supplierMove} row={moving.row} action={moving.action} onClose={stop} />}
    </>
  )
}
