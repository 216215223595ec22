import { describe, expect, it } from 'vitest'
import { planSync } from './settingsSync.ts'

const ME = '1'
const KEY = 'tab-columns:data'
const plan = (here: string | null, there: string | null, was: string | null, of = ME, key = KEY) =>
  planSync(
    here === null ? {} : { [key]: here },
    there === null ? {} : { [key]: there },
    { of, values: was === null ? {} : { [key]: was } },
    ME,
  )
const taken = (value: string | null, key = KEY) => ({ take: { [key]: value }, send: {} })
const sent = (value: string | null, key = KEY) => ({ take: {}, send: { [key]: value } })
const nothing = { take: {}, send: {} }

describe('local storage and the server’s copy', () => {
  it('a new browser is filled', () => {
    expect(planSync({}, { [KEY]: '[1]' }, null, ME)).toEqual(taken('[1]'))
  })
  it('what stood here before there was a copy is the first source', () => {
    expect(planSync({ [KEY]: '[1]' }, { [KEY]: '[2]' }, null, ME)).toEqual(sent('[1]'))
  })
  it('a change of another browser is followed, also one that forgets', () => {
    expect(plan('[1]', '[2]', '[1]')).toEqual(taken('[2]'))
    expect(plan('[1]', null, '[1]')).toEqual(taken(null))
  })
  it('an unsaved change is never overwritten, whatever the server has', () => {
    expect(plan('[3]', '[2]', '[1]')).toEqual(sent('[3]'))
    expect(plan(null, '[2]', '[1]')).toEqual(sent(null))
    expect(plan('[3]', null, null)).toEqual(sent('[3]'))
  })
  it('what is the same needs nothing', () => {
    expect(plan('[1]', '[1]', null)).toEqual(nothing)
  })
  it('columns that are no array are neither sent nor mended', () => {
    expect(plan('{"not":"an array"}', '[1]', '[1]')).toEqual(nothing)
  })
  it('what another person left goes, unless it is how the page looks; his lack of a value is not mine', () => {
    expect(plan('[1]', null, '[1]', 'other')).toEqual(taken(null))
    expect(plan('[1]', '[2]', '[1]', 'other')).toEqual(taken('[2]'))
    expect(plan('done', null, 'done', 'other', 'tour')).toEqual(taken(null, 'tour'))
    expect(plan('dark', null, 'dark', 'other', 'arco-theme')).toEqual(nothing)
    expect(plan('dark', 'light', 'dark', 'other', 'arco-theme')).toEqual(taken('light', 'arco-theme'))
    expect(plan(null, '[2]', '[1]', 'other')).toEqual(taken('[2]'))
    // Chosen on the sign-in page, by whoever signs in now.
    expect(plan('en-US', 'zh-CN', 'zh-CN', 'other', 'arco-locale')).toEqual(sent('en-US', 'arco-locale'))
  })
})
