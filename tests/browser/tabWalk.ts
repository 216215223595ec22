import type { CDPSession, Page } from 'playwright-core'
import { settle, type Visit } from './harness.ts'

export interface Held {
  heapMB: number
  nodes: number
  listeners: number
}

/** What the page holds once everything that nobody needs has been collected. */
export async function held(inspector: CDPSession): Promise<Held> {
  await inspector.send('HeapProfiler.enable')
  // What a collection lets go of by callback is free for the next one.
  for (let round = 0; round < 4; round++) await inspector.send('HeapProfiler.collectGarbage')
  const { usedSize } = await inspector.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await inspector.send('Memory.getDOMCounters')
  return { heapMB: Math.round(usedSize / 10_000) / 100, nodes, listeners: jsEventListeners }
}

/** Turns the tab bar on by its switch and unfolds the menu, so that every screen is one click away. */
export async function prepareTabs(page: Visit): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '页面配置' }).click()
  const drawer = page.getByRole('dialog', { name: '页面配置' })
  await drawer.getByRole('switch', { name: '多页签' }).click({ force: true })
  await drawer.getByRole('button', { name: '关闭', exact: true }).last().click()
  await drawer.waitFor({ state: 'detached' })
  const folded = page.getByRole('navigation', { name: '主菜单' }).locator('button[aria-expanded=false]')
  while ((await folded.count()) > 0) await folded.first().click()
}

/** Every page the menu leads to but the workplace, whose tab is always there. */
export const pagesOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((link) => new URL((link as HTMLAnchorElement).href))
        .filter((to) => to.origin === location.origin && to.pathname !== '/dashboard/workplace')
        .map((to) => to.pathname),
    )

/** Opens so many tabs from the menu, one screen after the other, a handful at a time, and closes them in the bar. */
export async function openAndClose(page: Visit, paths: readonly string[], count: number): Promise<void> {
  const bar = page.getByRole('navigation', { name: '多页签' })
  const tabs = bar.getByRole('tab')
  for (let opened = 0; opened < count; ) {
    for (let here = 0; here < HANDFUL && opened < count; here++, opened++) {
      const path = paths[opened % paths.length]!
      await page.getByRole('navigation', { name: '主菜单' }).locator(`a[href="${path}"]`).click()
      await page.waitForURL((now) => now.pathname === path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settle(page)
    }
    while ((await tabs.count()) > 1) {
      const before = await tabs.count()
      await tabs.last().focus()
      await page.keyboard.press('Delete')
      await tabs.nth(before - 1).waitFor({ state: 'detached' })
      await settle(page)
    }
  }
}

/** More than are kept mounted at once, so that some fall asleep and are woken by the closing of their neighbours. */
const HANDFUL = 15
