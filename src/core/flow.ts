import type { Permission } from './access.ts'
import { AppError, type Refusal, type Words } from './errors.ts'

/** One way from state to state. Buttons, verbs, tests and the drawn diagram all read it. */
export interface Transition<S extends string> {
  from: readonly S[]
  to: S
  /** The right a person needs; `clock` for what time does and `effect` for what another flow does. */
  by: Permission | 'clock' | 'effect'
  /** What else must hold, in words for the diagram; the verb checks it. */
  when?: string
  /** What happens beside, in the same transaction; in words for the diagram. */
  effects?: readonly string[]
}

/** A state machine declared once. States and actions are words of the domain page. */
export interface Flow<S extends string = string, A extends string = string> {
  name: string
  states: readonly S[]
  initial: readonly S[]
  actions: Record<A, Transition<S>>
}

export function defineFlow<const S extends string, const A extends string>(flow: {
  name: string
  states: readonly S[]
  initial: readonly NoInfer<S>[]
  actions: Record<A, Transition<NoInfer<S>>>
}): Flow<S, A> {
  return flow
}

/** What a person may do with a row in this state. */
export function actionsFrom<S extends string, A extends string>(
  flow: Flow<S, A>,
  state: S,
  may: (permission: Permission) => boolean,
): A[] {
  return (Object.keys(flow.actions) as A[]).filter((name) => {
    const { from, by } = flow.actions[name]
    return from.includes(state) && by !== 'clock' && by !== 'effect' && may(by)
  })
}

const NOT_IN_THIS_STATE: Refusal = {
  status: 422,
  'zh-CN': '当前状态为「{state}」，不能进行此操作',
  'en-US': 'Not possible while the state is “{state}”',
}

/**
 * The state an action leads to. Throws NOT_IN_THIS_STATE (422) with the current state and what this person may do from it.
 * `words` names the states in both languages. The statement that writes the new state repeats `from` in its WHERE clause:
 * between this look and the write another may have come.
 */
export function step<S extends string, A extends string>(
  flow: Flow<S, A>,
  state: S,
  action: NoInfer<A>,
  may: (permission: Permission) => boolean,
  words: (state: S) => Words,
): S {
  const { from, to } = flow.actions[action]
  if (from.includes(state)) return to
  throw new AppError('NOT_IN_THIS_STATE', NOT_IN_THIS_STATE, {
    params: { state: words(state) },
    data: { state, allowed: actionsFrom(flow, state, may) },
  })
}

/** The flow as a Mermaid state diagram; each arrow says the action, whose it is and what must hold. */
export function diagramOf({ initial, states, actions }: Flow): string {
  const all = Object.entries(actions)
  const arrows = all.flatMap(([name, { from, to, by, when }]) =>
    from.map((state) => `  ${state} --> ${to}: ${name} (${by}${when ? `, ${when}` : ''})`),
  )
  const ends = states.filter((state) => !all.some(([, { from }]) => from.includes(state)))
  return [
    'stateDiagram-v2',
    ...initial.map((state) => `  [*] --> ${state}`),
    ...arrows,
    ...ends.map((state) => `  ${state} --> [*]`),
  ].join('\n')
}
