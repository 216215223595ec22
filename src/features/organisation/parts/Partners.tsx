import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ListRow } from '../../../core/contract.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { PARTNER_KINDS, partnerAdd, partnerEdit, partnerMove, partnersList } from '../contract.ts'
import { text } from '../screenText.ts'
import { partnerText } from '../text.ts'
import { FieldsForm } from './FieldsForm.tsx'
import { MoveForm, TONES, useMoves } from './MoveForm.tsx'
import { pathNames, useAct, useStructure } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
type Row = ListRow<typeof partnersList>

/** Partners: where they belong, their contract, and whether their people may come in. */
export function Partners({ tabs }: { tabs: ReactNode }) {
  const words = useText(text)
  const structure = useStructure()
  const [editing, setEditing] = useState<Row | 'new'>()
  const { moving, actionsOf, stop } = useMoves<Row>()
  const names = pathNames(structure.data?.teams ?? [])
  const teams = [...names].map(([value, label]) => ({ value, label }))
  return (
    <>
      <ListPage
        list={partnersList}
        text={partnerText}
        primary={['status', 'teamId', 'lineId', 'kind']}
        statusTones={TONES}
        filterOptions={{
          teamId: teams,
          lineId: (structure.data?.lines ?? []).map(({ id, name }) => ({ value: id, label: name })),
        }}
        headActions={
          <>
            {tabs}
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setEditing('new')}>
              {words.partnerAdd}
            </Button>
          </>
        }
        rowActions={(row) => [
          { label: words.edit, icon: <IconPencil {...icon} />, run: () => setEditing(row) },
          ...actionsOf(row, row.status),
        ]}
      />
      {editing && (
        <PartnerForm
          row={editing === 'new' ? undefined : editing}
          teams={teams}
          lineOf={(teamId) => structure.data?.teams.find(({ id }) => id === teamId)?.lineId}
          onClose={() => setEditing(undefined)}
        />
      )}
      {moving && <MoveForm endpoint={partnerMove} row={moving.row} action={moving.action} onClose={stop} />}
    </>
  )
}

interface PartnerFormProps {
  row: Row | undefined
  teams: readonly { value: string; label: string }[]
  lineOf(teamId: string): string | undefined
  onClose(): void
}

function PartnerForm({ row, teams, onClose }: PartnerFormProps) {
  const { notify } = useApp()
  const words = useText(text)
  const { choices } = useText(partnerText)
  const act = useAct()
  return (
    <FieldsForm
      title={row ? words.partnerEdit : words.partnerAdd}
      confirm={words.save}
      note={row && words.lineMoves}
      fields={[
        { name: 'name', label: words.name, isWide: true },
        row
          ? { name: 'code', label: words.code, isFixed: true }
          : { name: 'code', label: words.code, hint: words.codeHint },
        row
          ? {
              name: 'kind',
              label: words.kind,
              kind: 'select',
              options: PARTNER_KINDS.map((value) => ({ value, label: choices.kind[value] })),
            }
          : {
              name: 'status',
              label: words.status,
              kind: 'select',
              options: (['trial', 'active'] as const).map((value) => ({ value, label: choices.status[value] })),
            },
        ...(row
          ? []
          : [
              {
                name: 'kind',
                label: words.kind,
                kind: 'select' as const,
                options: PARTNER_KINDS.map((value) => ({ value, label: choices.kind[value] })),
              },
            ]),
        { name: 'teamId', label: words.team, kind: 'select', options: teams, isWide: !!row },
        { name: 'contractStart', label: words.contractStart, kind: 'day', isOptional: true },
        { name: 'contractEnd', label: words.contractEnd, kind: 'day', isOptional: true },
      ]}
      initial={{
        name: row?.name ?? '',
        code: row?.code ?? '',
        kind: row?.kind ?? 'mcn',
        status: row?.status ?? 'active',
        teamId: row?.teamId ?? '',
        contractStart: row?.contractStart ?? '',
        contractEnd: row?.contractEnd ?? '',
      }}
      submit={async (values, key) => {
        const terms = {
          name: values.name!,
          kind: values.kind as 'mcn',
          teamId: values.teamId!,
          contractStart: values.contractStart || null,
          contractEnd: values.contractEnd || null,
        }
        if (row) await act(partnerEdit, { params: { id: row.id }, body: { version: row.version, ...terms } }, key)
        else await act(partnerAdd, { body: { ...terms, code: values.code!, status: values.status as 'active' } }, key)
        notify(words.saved, 'success')
      }}
      onClose={onClose}
    />
  )
}
