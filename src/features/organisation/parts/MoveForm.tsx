import { IconCircleCheck, IconCircleOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { actionsFrom } from '../../../core/flow.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import type { Action, StatusTones } from '../../../kit/list/types.ts'
import type { partnerMove, supplierMove } from '../contract.ts'
import { type OrganisationAction, type OrganisationStatus, organisationFlow } from '../flow.ts'
import { text } from '../screenText.ts'
import { FieldsForm } from './FieldsForm.tsx'
import { useAct } from './use.ts'

export const TONES: StatusTones = { status: { trial: 'orange', active: 'green', frozen: 'red', ended: 'grey' } }

const icon = { size: 16, stroke: 1.6 }
const ICONS: Record<OrganisationAction, ReactNode> = {
  activate: <IconCircleCheck {...icon} />,
  freeze: <IconPlayerPause {...icon} />,
  resume: <IconPlayerPlay {...icon} />,
  end: <IconCircleOff {...icon} />,
}
const CLOSING: readonly OrganisationAction[] = ['freeze', 'end']

interface Row {
  id: string
  name: string
  version: number
}

/** The steps a row may take, and the one that is being asked about. */
export function useMoves<R extends Row>() {
  const words = useText(text)
  const [moving, setMoving] = useState<{ row: R; action: OrganisationAction }>()
  return {
    moving,
    stop: () => setMoving(undefined),
    actionsOf: (row: R, status: string): Action[] =>
      actionsFrom(organisationFlow, status as OrganisationStatus, () => true).map((action) => ({
        label: words.actions[action],
        icon: ICONS[action],
        isDanger: CLOSING.includes(action),
        run: () => setMoving({ row, action }),
      })),
  }
}

interface MoveFormProps {
  endpoint: typeof partnerMove | typeof supplierMove
  row: Row
  action: OrganisationAction
  onClose(): void
}

/** Says what the step means, and asks why where it takes something away. */
export function MoveForm({ endpoint, row, action, onClose }: MoveFormProps) {
  const { notify } = useApp()
  const words = useText(text)
  const act = useAct()
  const isClosing = CLOSING.includes(action)
  return (
    <FieldsForm
      title={words.askTitle(words.actions[action], row.name)}
      note={words.ask[action]}
      confirm={words.actions[action]}
      isDanger={isClosing}
      fields={
        isClosing ? [{ name: 'reason', label: words.reason, kind: 'long', hint: words.reasonHint, isWide: true }] : []
      }
      initial={{}}
      submit={async ({ reason }, key) => {
        const body = { version: row.version, action, ...(reason && { reason }) }
        const { endedSessions } = await act(endpoint, { params: { id: row.id }, body }, key)
        notify(words.moved(words.actions[action], endedSessions), 'success')
      }}
      onClose={onClose}
    />
  )
}
