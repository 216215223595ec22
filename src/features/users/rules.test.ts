import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../core/access.ts'
import { foldPhone, maskEmail, maskPhone } from '../../core/contact.ts'
import { deviceOf } from '../../kit/format/device.ts'
import { foldKey, grantableRoles, mayEdit, mayManage, organisationOf, problemsOf } from './rules.ts'

const actor = (accessRoles: Role, accessId = '1') => ({ accessRoles, accessId })

describe('who may do what to an account', () => {
  it.each([
    ['admin', ['admin', 'leader', 'coo', 'partner', 'supplier']],
    ['coo', ['leader', 'partner', 'supplier']],
    ['leader', ['partner']],
    ['partner', []],
    ['supplier', []],
  ] as [Role, Role[]][])('%s grants %j and edits exactly those', (role, grants) => {
    expect(grantableRoles(actor(role))).toEqual(grants)
    for (const target of ROLES) {
      expect(mayEdit(actor(role), { accessId: '2', role: target })).toBe(grants.includes(target))
      expect(mayManage(actor(role), { accessId: '2', role: target })).toBe(grants.includes(target))
    }
  })

  it('nobody manages himself; an administrator edits the own profile, others not even that', () => {
    for (const role of ROLES) {
      expect(mayManage(actor(role), { accessId: '1', role })).toBe(false)
      expect(mayEdit(actor(role), { accessId: '1', role })).toBe(role === 'admin')
    }
  })

  it('no role but admin grants a role that could grant it back', () => {
    for (const role of ROLES.filter((one) => one !== 'admin')) {
      for (const granted of grantableRoles(actor(role))) expect(grantableRoles(actor(granted))).not.toContain(role)
    }
  })
})

describe('what is wrong with an account', () => {
  const partner = { accessKey: 'anna', displayName: '安娜', role: 'partner', partnerId: '1' } as const

  it('accepts a whole one', () => {
    expect(problemsOf({ ...partner, phone: '+86 138-0013-8000', email: 'a.b@c-d.cn' })).toEqual({})
  })

  it.each(['abc', 'a_b.c-9', 'Anna', ' anna ', 'x'.repeat(32)])('takes the key %j', (accessKey) => {
    expect(problemsOf({ accessKey })).toEqual({})
  })
  it.each(['', 'ab', 'x'.repeat(33), 'an na', '安娜娜', 'a@b', "a';--"])('refuses the key %j', (accessKey) => {
    expect(problemsOf({ accessKey })).toEqual({ accessKey: 'KEY_FORMAT' })
  })
  it.each(['admin', 'ADMIN', ' godot'])('keeps the key %j back', (accessKey) => {
    expect(problemsOf({ accessKey })).toEqual({ accessKey: 'KEY_RESERVED' })
  })

  it('counts characters of a name, not code units', () => {
    expect(problemsOf({ displayName: '😀'.repeat(40) })).toEqual({})
    expect(problemsOf({ displayName: '😀'.repeat(41) })).toEqual({ displayName: 'NAME_LENGTH' })
    expect(problemsOf({ displayName: '  ' })).toEqual({ displayName: 'NAME_LENGTH' })
  })

  it('asks each role for its own organisation and for no other', () => {
    expect(problemsOf({ role: 'partner' })).toEqual({ partnerId: 'PARTNER_REQUIRED' })
    expect(problemsOf({ role: 'supplier' })).toEqual({ supplierId: 'SUPPLIER_REQUIRED' })
    expect(problemsOf({ role: 'leader', teamId: null })).toEqual({ teamId: 'TEAM_REQUIRED' })
    expect(problemsOf({ role: 'coo' })).toEqual({})
    expect(problemsOf({ role: 'admin', partnerId: '1' })).toEqual({ partnerId: 'ORGANISATION_FOREIGN' })
    for (const role of ROLES) {
      const own = organisationOf[role]
      expect(problemsOf(own ? { role, [own.field]: '1' } : { role })).toEqual({})
    }
  })

  it.each(['1380013800', '23800138000', '+1 555 0100', '１３８００１３８０００'])('refuses the phone %j', (phone) => {
    expect(problemsOf({ phone })).toEqual({ phone: 'PHONE_FORMAT' })
  })
  it.each(['a', 'a@b', '@b.cn', 'a b@c.cn', 'a@b.c', `${'a'.repeat(65)}@b.cn`])('refuses the mail %j', (email) => {
    expect(problemsOf({ email })).toEqual({ email: 'EMAIL_FORMAT' })
  })
})

it('folds keys and phones once and for all', () => {
  expect(foldKey(' Anna ')).toBe('anna')
  expect(foldPhone('0086 138 0013 8000')).toBe('13800138000')
  expect(foldPhone(foldPhone('+86-138-0013-8000'))).toBe('13800138000')
})

describe('masks', () => {
  it('shows what the list may show', () => {
    expect(maskPhone('13800000000')).toBe('138****0000')
    expect(maskEmail('anna@b.cn')).toBe('a***@b.cn')
    expect([maskPhone(null), maskEmail(null)]).toEqual([null, null])
  })

  it('never lets the middle of a phone or the rest of a name through', () => {
    fc.assert(
      fc.property(fc.integer({ min: 13_000_000_000, max: 19_999_999_999 }), fc.emailAddress(), (phone, email) => {
        expect(maskPhone(String(phone))).toBe(`${String(phone).slice(0, 3)}****${String(phone).slice(7)}`)
        expect(maskEmail(email)?.split('@')[0]).toBe(`${email[0]}***`)
      }),
    )
  })
})

it('names devices', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
  expect(deviceOf(chrome)).toBe('Chrome 156 · Windows')
  expect(deviceOf(`${chrome} Edg/155.0`)).toBe('Edge 155 · Windows')
  expect(deviceOf('curl/8.4.0')).toBe('curl/8.4.0')
  expect(deviceOf(null)).toBeUndefined()
})
