import type { StatusTones, Tone } from '../../../kit/list/types.ts'
import type { StatementState } from '../statementFlow.ts'

export const stateTones: Record<StatementState, Tone> = {
  building: 'grey',
  draft: 'orange',
  pending_confirm: 'orange',
  disputed: 'red',
  confirmed: 'blue',
  locked: 'blue',
  invoiced: 'blue',
  payable: 'orange',
  paying: 'blue',
  pay_failed: 'red',
  paid: 'green',
  voided: 'grey',
  carried: 'grey',
}
export const statementTones: StatusTones = { state: stateTones }
export const adjustmentTones: StatusTones = {
  state: { proposed: 'orange', approved: 'green', rejected: 'red', withdrawn: 'grey' },
}
export const payoutTones: StatusTones = {
  state: { created: 'orange', paying: 'blue', paid: 'green', failed: 'red', cancelled: 'grey' },
}
