// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  changeSettings,
  DEFAULTS,
  MENU_WIDTH,
  printSettings,
  type Settings,
  setSettings,
  useSettings,
} from './settings.ts'

beforeEach(() => {
  localStorage.clear()
  useSettings.setState(DEFAULTS)
})

describe('settings', () => {
  it('have the defaults of the specification', () => {
    expect(DEFAULTS).toEqual({
      theme: 'light',
      colorWeak: false,
      navbar: true,
      menu: true,
      topMenu: false,
      hideMenu: false,
      menuCollapse: false,
      footer: true,
      themeColor: '#165DFF',
      menuWidth: 220,
      device: 'desktop',
      tabBar: false,
      menuFromServer: false,
      serverMenu: [],
      globalSettings: false,
    })
  })

  it.each([true, false])('un-collapse the menu when the top menu turns to %j', (topMenu) => {
    const before = { ...DEFAULTS, topMenu: !topMenu, menuCollapse: true }
    expect(changeSettings(before, { topMenu }).menuCollapse).toBe(false)
    expect(changeSettings({ ...before, topMenu }, { topMenu }).menuCollapse).toBe(true)
  })

  it('hide the menu on a small screen and bring it back on a large one', () => {
    const small = changeSettings(DEFAULTS, { device: 'mobile' })
    expect(small.hideMenu).toBe(true)
    expect(changeSettings(small, { device: 'desktop' }).hideMenu).toBe(false)
  })

  it('never become illegal', () => {
    const anyChange: fc.Arbitrary<Partial<Settings>> = fc.record(
      {
        themeColor: fc.oneof(fc.string(), fc.constantFrom('#00B42A', '#fff', 'red', '')),
        menuWidth: fc.oneof(fc.double(), fc.integer()),
        topMenu: fc.boolean(),
        menuCollapse: fc.boolean(),
        device: fc.constantFrom('desktop', 'mobile'),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(anyChange), (changes) => {
        const settings = changes.reduce(changeSettings, DEFAULTS)
        expect(Object.keys(settings)).toEqual(Object.keys(DEFAULTS))
        expect(settings.themeColor).toMatch(/^#[0-9a-f]{6}$/i)
        expect(Number.isInteger(settings.menuWidth)).toBe(true)
        expect(settings.menuWidth).toBeGreaterThanOrEqual(MENU_WIDTH.min)
        expect(settings.menuWidth).toBeLessThanOrEqual(MENU_WIDTH.max)
      }),
      { seed: 20261120 },
    )
  })

  it('are copied whole, as formatted text that reads back, without anything of the session', () => {
    const settings = { ...DEFAULTS, tabBar: true, token: 'secret' }
    const text = printSettings(settings)
    expect(JSON.parse(text)).toEqual({ ...DEFAULTS, tabBar: true })
    expect(text).toContain('\n  "themeColor": "#165DFF"')
  })

  it('are gone after a reload, but for the theme', async () => {
    setSettings({ theme: 'dark', tabBar: true, menuWidth: 300 })
    expect(localStorage).toHaveLength(1)
    vi.resetModules()
    const reloaded = await import('./settings.ts')
    expect(reloaded.useSettings.getState()).toEqual({ ...DEFAULTS, theme: 'dark' })
  })

  it('ignore a stored theme that is none', async () => {
    localStorage.setItem('arco-theme', '"><script>')
    vi.resetModules()
    const reloaded = await import('./settings.ts')
    expect(reloaded.useSettings.getState().theme).toBe('light')
  })
})
