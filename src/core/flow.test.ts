import { describe, expect, it } from 'vitest'
import { actionsFrom, defineFlow, diagramOf, step } from './flow.ts'

const door = defineFlow({
  name: 'door',
  states: ['closed', 'open', 'gone'],
  initial: ['closed'],
  actions: {
    open: { from: ['closed'], to: 'open', by: 'users.read' },
    close: { from: ['open'], to: 'closed', by: 'users.write', when: 'nobody stands in it' },
    remove: { from: ['closed', 'open'], to: 'gone', by: 'clock' },
  },
})
const words = (state: string) => ({ 'zh-CN': `门${state}`, 'en-US': state })

describe('a flow', () => {
  it('offers what the state and the right allow, and never what time does', () => {
    expect(actionsFrom(door, 'closed', () => true)).toEqual(['open'])
    expect(actionsFrom(door, 'open', () => true)).toEqual(['close'])
    expect(actionsFrom(door, 'open', (permission) => permission === 'users.read')).toEqual([])
    expect(actionsFrom(door, 'gone', () => true)).toEqual([])
  })

  it('steps where an arrow leads and refuses elsewhere, saying the state and what is allowed', () => {
    expect(step(door, 'closed', 'open', () => true, words)).toBe('open')
    expect(() => step(door, 'gone', 'open', () => true, words)).toThrowError(
      expect.objectContaining({
        reason: 'NOT_IN_THIS_STATE',
        status: 422,
        details: { params: { state: words('gone') }, data: { state: 'gone', allowed: [] } },
      }),
    )
  })

  it('draws every arrow once, and the ends', () => {
    expect(diagramOf(door).split('\n')).toEqual([
      'stateDiagram-v2',
      '  [*] --> closed',
      '  closed --> open: open (users.read)',
      '  open --> closed: close (users.write, nobody stands in it)',
      '  closed --> gone: remove (clock)',
      '  open --> gone: remove (clock)',
      '  gone --> [*]',
    ])
  })
})
