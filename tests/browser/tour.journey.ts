import { expect, test } from 'vitest'
import { ROLES } from '../../src/core/access.ts'
import { invitationText } from '../../src/web/tour/invitationText.ts'
import { tourText } from '../../src/web/tour/text.ts'
import { findAxeViolations, openPage, PHONE, settle, signIn } from './harness.ts'

const words = tourText['zh-CN']
const { tour, start } = invitationText['zh-CN']
const names = Object.values(words.steps).map(({ title }) => title)

test.each(ROLES)('%s is offered a tour once, by keys alone, and each step points at something', async (role) => {
  const page = await openPage()
  await signIn(page, role)
  await settle(page)
  const offer = page.getByRole('complementary', { name: tour })
  await offer.getByRole('button', { name: start }).focus()
  await page.keyboard.press('Enter')
  const step = page.getByRole('dialog')
  const counter = step.getByText(/^\d \/ \d$/)
  const count = Number((await counter.textContent())!.split('/')[1])
  expect(count).toBeGreaterThanOrEqual(4)
  expect(count).toBeLessThanOrEqual(6)
  for (let at = 1; at <= count; at++) {
    await step.getByText(words.counter(at, count), { exact: true }).waitFor()
    await settle(page)
    // In the middle of the page it points at nothing.
    await expect.poll(() => step.getAttribute('data-centered')).toBeNull()
    const name = await step.evaluate(
      (one) => document.getElementById(one.getAttribute('aria-labelledby')!)!.textContent,
    )
    expect(names).toContain(name)
    await expect.poll(() => step.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    const box = (await step.boundingBox())!
    expect(box.y >= 0 && box.y + box.height <= 900 && box.x >= 0 && box.x + box.width <= 1440).toBe(true)
    if (at < count) await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('ArrowLeft')
  await step.getByText(words.counter(count - 1, count), { exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await step.getByRole('button', { name: words.end }).press('Enter')
  await step.waitFor({ state: 'detached' })
  expect(page.complaints).toEqual([])

  const other = await openPage()
  await signIn(other, role)
  await settle(other)
  expect(await other.getByRole('complementary', { name: tour }).count()).toBe(0)
  await page.context().close()
  await other.context().close()
})

test('in a hand and in English: declined, started again from the user menu, read without a fault, and left by Escape', async () => {
  const page = await openPage({ viewport: PHONE, language: 'en-US', theme: 'dark' })
  await signIn(page, 'partner2')
  await settle(page)
  const offer = page.getByRole('complementary', { name: invitationText['en-US'].tour })
  await offer.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await offer.getByRole('button', { name: invitationText['en-US'].decline }).click()
  await offer.waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: invitationText['en-US'].tour }).click()
  const step = page.getByRole('dialog')
  await step.waitFor()
  await expect.poll(() => step.getAttribute('data-centered')).toBeNull()
  expect(await findAxeViolations(page)).toEqual([])
  const box = (await step.boundingBox())!
  expect(box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true)
  await page.keyboard.press('Escape')
  await step.waitFor({ state: 'detached' })
  expect(page.complaints).toEqual([])
  await page.context().close()
})
