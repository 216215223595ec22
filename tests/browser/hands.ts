import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { settle, url, type Visit } from './harness.ts'

/** More stops than any page has before what somebody is after. */
const MOST_STOPS = 160

/** What is wrong with where the focus is, for somebody who only looks: it is nowhere, out of sight, or without a mark. */
const unseen = (page: Visit): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null
    if (!element || element === document.body) return 'the focus is nowhere'
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
    const marked = (one: Element | null, pseudo?: string) => {
      if (!one) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one, pseudo)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || (!!pseudo && boxShadow !== 'none')
    }
    // A field shows its caret; a switch or a radio is marked at the label that stands for it.
    const isField = element.matches(
      'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=file])',
    )
    const places = [element, element.nextElementSibling, element.parentElement]
    if (!isField && !places.some((one) => marked(one) || marked(one, '::after')))
      return `${name}: the focus is not to be seen`
    const shown = places.some((one) => {
      const box = one?.getBoundingClientRect()
      return !!box && box.width > 2 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    })
    return shown ? '' : `${name}: the focus is out of sight`
  })

export const isFocused = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element === document.activeElement)

/** Waits until it has: what closes on top may fade before. Tells what has it instead. */
export const hasFocus = (place: Locator): Promise<void> =>
  expect
    .poll(
      () =>
        place.evaluate((element) =>
          element === document.activeElement ? 'here' : document.activeElement?.outerHTML.slice(0, 200),
        ),
      { timeout: 10_000 },
    )
    .toBe('here')

/** Waits until it, or something in it, has: a dialog's part of the page may have to be loaded first. */
export const holdsFocus = (place: Locator): Promise<void> =>
  expect
    .poll(() => place.evaluate((element) => element.contains(document.activeElement)), { timeout: 10_000 })
    .toBe(true)

/** Goes on by Tab, or back by Shift and Tab, until the place has the focus; at each stop the focus must be seen. */
export async function tabTo(page: Visit, place: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if ((await place.count()) > 0 && (await isFocused(place))) return
    await page.keyboard.press(key)
    const fault = await unseen(page)
    // Past the last stop the browser's own bar comes.
    if (fault !== 'the focus is nowhere') expect(fault).toBe('')
  }
  throw new Error(`${place} is not reached by ${key}`)
}

/** Goes to a place and presses it. */
export async function pressOn(page: Visit, place: Locator, key = 'Enter', way?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await tabTo(page, place, way)
  await page.keyboard.press(key)
}

/** Signs in without a mouse. */
export async function enter(page: Visit, account: string, password: string): Promise<void> {
  await page.goto(`${url}/login`)
  await tabTo(page, page.getByRole('textbox', { name: '用户名' }))
  await page.keyboard.type(account)
  await tabTo(page, page.getByLabel('密码', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((now) => now.pathname !== '/login')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle(page)
}

/** Opens a page from the menu; the focus stays where somebody was in the menu. */
export async function goByMenu(page: Visit, path: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: '主菜单' })
  const link = menu.locator(`a[href="${path}"]`)
  while ((await link.count()) === 0) await pressOn(page, menu.locator('button[aria-expanded=false]').first())
  await pressOn(page, link)
  await page.waitForURL((now) => now.pathname === path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle(page)
  expect(await isFocused(link)).toBe(true)
}

/** Opens the palette by its keys, types, and takes what is named so. */
export async function goByPalette(page: Visit, words: string, found: string | RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '命令面板' })
  await expect
    .poll(() => palette.getByRole('textbox').evaluateAll(([one]) => one === document.activeElement))
    .toBe(true)
  await page.keyboard.type(words)
  await palette.getByRole('button').filter({ hasText: found }).first().waitFor()
  await settle(page)
  const chosen = palette.locator('[data-selected]')
  for (let at = 0; at < 30; at++) {
    if ((await chosen.filter({ hasText: found }).count()) > 0) break
    await page.keyboard.press('ArrowDown')
  }
  await expect.poll(() => chosen.textContent()).toMatch(found)
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
  await settle(page)
}

/** A choice of a filter's set, by keys alone: the pill is opened, and has the focus again when it is closed. */
export async function filterBy(page: Visit, filter: string, choice: string): Promise<void> {
  const pill = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${filter}`) })
    .first()
  await pressOn(page, pill)
  await pressOn(page, page.getByRole('checkbox', { name: choice, exact: true }), ' ')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: choice, exact: true }).waitFor({ state: 'detached' })
  await settle(page)
  await hasFocus(pill)
}

/** Closes what is on top by Escape: the focus is where it was before. */
export async function closeTo(page: Visit, dialog: Locator, opener: Locator): Promise<void> {
  await holdsFocus(dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await hasFocus(opener)
}
