import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../core/access.ts'
import { type App, AppContext } from '../hooks/app.ts'
import { Roles } from './Roles.tsx'

const shown = (role: Role | null, allow: unknown) => {
  const app = { session: role && { accessRoles: role } } as unknown as App
  const children: ReactNode = createElement('i')
  return renderToStaticMarkup(
    <AppContext value={app}>
      <Roles allow={allow as string[]}>{children}</Roles>
    </AppContext>,
  )
}

describe('element-level permission', () => {
  it('shows the element to a role of the list and to no other', () => {
    expect(shown('admin', ['admin', 'coo'])).toBe('<i></i>')
    expect(shown('partner', ['admin', 'coo'])).toBe('')
  })

  it('allows everyone with an empty list', () => {
    expect(shown('supplier', [])).toBe('<i></i>')
  })

  it('treats * as any role', () => {
    expect(shown('supplier', ['*'])).toBe('<i></i>')
  })

  it('shows nothing to nobody', () => {
    expect(shown(null, ['*'])).toBe('')
  })

  it.each(['admin', undefined, null, { roles: ['admin'] }])('refuses %j, which is no list', (allow) => {
    expect(() => shown('admin', allow)).toThrow('need roles! Like ["admin","user"]')
  })
})
