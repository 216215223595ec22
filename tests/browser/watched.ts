import type { Page } from 'playwright-core'

interface Watched extends Window {
  hits: number
  reports: string[]
  hit(): void
}

/** Counts whatever runs, and what the content policy had to stop: words that were cleaned give it nothing to do. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = window as unknown as Watched
    watched.hits = 0
    watched.reports = []
    watched.hit = () => void watched.hits++
    Object.assign(window, { alert: watched.hit, confirm: watched.hit, prompt: watched.hit })
    document.addEventListener('securitypolicyviolation', (event) =>
      watched.reports.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
}

export const verdict = (page: Page) =>
  page.evaluate(() => {
    const { hits, reports } = window as unknown as Watched
    return { hits, reports }
  })
export const nothing = { hits: 0, reports: [] as string[] }

/**
 * What is left of raw words on a page. They are read by a document of their own in which nothing runs; Chromium reports
 * each handler and base address it meets even there, so that these two kinds of report say nothing about the page.
 */
export const remains = (page: Page, selector: string) =>
  page.evaluate((chosen) => {
    const { hits, reports } = window as unknown as Watched
    const all = [...document.querySelectorAll(`${chosen} *`)]
    return {
      hits,
      reports: reports.filter((report) => !/^(script-src-attr inline|base-uri)/.test(report)),
      handlers: all.flatMap((one) => one.getAttributeNames().filter((name) => name.startsWith('on'))),
      links: all
        .map((one) => one.getAttribute('href'))
        .filter((href) => href && !/^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(href)),
      foreign: all.filter((one) =>
        /^(script|style|iframe|object|embed|form|base|meta|link|template|math)$/i.test(one.tagName),
      ).length,
    }
  }, selector)
export const clean = { hits: 0, reports: [], handlers: [], links: [], foreign: 0 }

/** Points, clicks and focuses whatever stands in a text: what waits for a hand gets one. */
export async function poke(page: Page, selector: string): Promise<void> {
  await page.evaluate((chosen) => {
    for (const one of document.querySelectorAll<HTMLElement>(`${chosen} *`)) {
      const link = one.closest('a')
      if (link) link.addEventListener('click', (event) => event.preventDefault(), { once: true })
      for (const name of ['mouseover', 'mousedown', 'click', 'focus', 'toggle', 'animationstart', 'load', 'error'])
        one.dispatchEvent(
          /mouse|click/.test(name)
            ? new MouseEvent(name, { bubbles: true, cancelable: true, clientX: 1, clientY: 1 })
            : new Event(name, { bubbles: name !== 'load' && name !== 'error', cancelable: true }),
        )
    }
  }, selector)
}
