import { describe, expect, it } from 'vitest'
import type { User } from '../contract.ts'
import { creationOf, differing, EMPTY, patchOf, rebase, valuesOf } from './formValues.ts'

const user = {
  accessKey: 'anna',
  displayName: '安娜',
  role: 'partner',
  accessState: null,
  partnerId: '1',
  supplierId: null,
  teamId: null,
  lineId: null,
  organisation: '青柚里传媒',
  phone: '138****0000',
  email: null,
  status: 'active',
  remark: null,
} as User
const base = valuesOf(user)

describe('what a form sends', () => {
  it('sends only what was changed, an emptied field as null', () => {
    expect(patchOf(base, base)).toEqual({})
    expect(patchOf({ ...base, remark: '备注', accessState: 'wl' }, base)).toEqual({ remark: '备注', accessState: 'wl' })
    const withRemark = { ...base, remark: '旧' }
    expect(patchOf({ ...withRemark, remark: '' }, withRemark)).toEqual({ remark: null })
    expect(patchOf({ ...base, displayName: '' }, base)).toEqual({ displayName: '' })
  })

  it('never sends masked contact data, and new contact data as typed', () => {
    expect(base).toMatchObject({ phone: '', email: '' })
    expect(patchOf({ ...base, email: 'a@b.cn' }, base)).toEqual({ email: 'a@b.cn' })
  })

  it('sends with a role its organisation and no other', () => {
    const changed = { ...base, role: 'supplier' as const, supplierId: '7', teamId: '3' }
    expect(patchOf(changed, base)).toEqual({ role: 'supplier', supplierId: '7' })
    const back = { ...base, role: 'leader' as const, teamId: '' }
    expect(patchOf(back, base)).toEqual({ role: 'leader', teamId: null })
    const created = creationOf({ ...EMPTY, accessKey: 'x', displayName: 'y', role: 'admin', partnerId: '1' })
    expect(created).not.toHaveProperty('partnerId')
  })
})

it('a stale form keeps what was typed and takes over the rest', () => {
  const typed = { ...base, remark: '我写的', phone: '' }
  const current = { ...base, displayName: '新名', remark: '别人写的' }
  expect(rebase(typed, base, current)).toEqual({ ...base, displayName: '新名', remark: '我写的' })
  const after = { ...user, displayName: '新名', phone: '137****1111', version: 2 } as User
  expect(differing(user, after)).toEqual([
    { field: 'displayName', from: '安娜', to: '新名' },
    { field: 'phone', from: '138****0000', to: '137****1111' },
  ])
})
