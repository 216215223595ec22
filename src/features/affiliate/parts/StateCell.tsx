import { useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import type { OrderState } from '../fields.ts'
import { codeText, ordersText } from '../text.ts'

const TONES: Record<OrderState, Tone> = {
  pending: 'orange',
  paid: 'blue',
  finished: 'green',
  invalid: 'grey',
  violation: 'red',
  unknown: 'orange',
}

/** The state's group, and what the union's code says where that is more. */
export function StateCell({ state, code }: { state: OrderState; code: number }) {
  const { choices } = useText(ordersText)
  const name = useText(codeText).name(code)
  const isSaid = state === 'paid' || state === 'finished' || state === 'unknown' || code === 15
  const words = isSaid ? name : `${choices.state[state]} · ${name}`
  return (
    <Status tone={TONES[state]}>
      <span title={words}>{words}</span>
    </Status>
  )
}
