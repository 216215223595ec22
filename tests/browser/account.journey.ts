import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeAt, fromBase32, stepAt } from '../../src/features/session/totp.ts'
import { findAxeViolations, openPage, PASSWORD, PHONE, settle, sidewaysScroll, signIn, url } from './harness.ts'

test('a person changes the own profile and sees it in the user centre', async () => {
  const page = await openPage()
  await signIn(page, 'leader')
  await page.goto(`${url}/user/setting`)
  const pick = async (name: string, option: string) => {
    await page.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await pick('省份', '台湾省')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请选择到区县').waitFor()
  await pick('城市', '台北市')
  await pick('区县', '大安区')
  await page.getByRole('textbox', { name: '具体地址' }).fill('和平东路 1 号')
  await page.getByRole('textbox', { name: '个人简介' }).fill('每一条内容都有人负责')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('资料已保存').waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto(`${url}/user/info`)
  await page.getByText('台湾省 台北市 大安区').waitFor()
  await page.getByText('修改了基础信息').waitFor()
  await page.setViewportSize(PHONE)
  await settle(page)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(page.complaints).toEqual([])
  await page.context().close()
})

test('security: a device is signed out, a phone is set by the password; a notice is turned off', async () => {
  const other = await openPage()
  await signIn(other, 'supplier2')
  const page = await openPage()
  await signIn(page, 'supplier2')
  await page.goto(`${url}/user/setting?tab=security`)
  await page
    .getByRole('button', { name: /^下线 / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click()
  await page.getByText('设备已下线').waitFor()
  await other.goto(`${url}/dashboard/distribute_videos`)
  await other.waitForURL((now) => now.pathname === '/login')

  await page.getByRole('button', { name: '修改安全手机' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '手机号' }).fill('13900139000')
  await form.getByLabel('登录密码').first().fill('not-the-password')
  await form.getByRole('button', { name: '确定' }).click()
  await form.getByText('当前密码不正确').waitFor()
  await form.getByLabel('登录密码').first().fill(PASSWORD)
  await form.getByRole('button', { name: '确定' }).click()
  await page.getByText('已绑定：139****9000').waitFor()
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await settle(page)
  expect(await sidewaysScroll(page)).toBe(0)

  await page.getByRole('tab', { name: '消息通知' }).click()
  const wanted = page.getByRole('switch', { name: '站内接收视频分发' })
  await wanted.click({ force: true })
  await expect.poll(() => wanted.isChecked()).toBe(false)
  await page.reload()
  await wanted.waitFor()
  await expect.poll(() => wanted.isChecked()).toBe(false)
  expect(await findAxeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  for (const one of [page, other]) await one.context().close()
})

test('what one arranges is in the next browser; a view goes to others by its link, a private one does not', async () => {
  const page = await openPage()
  await signIn(page, 'coo')
  await page.goto(`${url}/dashboard/data?sort=playCount:asc`)
  const kept = page.waitForResponse((one) => one.request().postData()?.includes('tab-density') ?? false)
  await page.getByRole('button', { name: '密度' }).click()
  await page.getByRole('menuitemradio', { name: '迷你' }).click()
  expect((await kept).status()).toBe(200)
  const save = async (name: string, reach: string) => {
    await page.getByRole('button', { name: /^(视图|给)/ }).click()
    await page.getByRole('menuitem', { name: '保存当前筛选' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: '名称' }).fill(name)
    await page.getByRole('dialog').getByRole('radio', { name: reach }).check()
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await save('给大家', '所有人')
  const idOf = (name: string) =>
    page.evaluate(async (wanted) => {
      const answer = await fetch('/api/views?listKey=data', {
        headers: { authorization: `Bearer ${localStorage.getItem('token')}` },
      })
      return (await answer.json()).data.list.find((one: { name: string }) => one.name === wanted).id as string
    }, name)
  const shared = await idOf('给大家')
  await save('给自己', '仅自己')
  const own = await idOf('给自己')

  const next = await openPage()
  await signIn(next, 'coo')
  await next.goto(`${url}/dashboard/data`)
  await expect.poll(() => next.locator('table').getAttribute('data-density')).toBe('mini')
  const other = await openPage()
  await signIn(other, 'partner')
  const sortAt = async (id: string) => {
    await other.goto(`${url}/dashboard/data?view=${id}`)
    await other.waitForURL((now) => !now.searchParams.has('view'))
    return new URL(other.url()).searchParams.get('sort')
  }
  expect(await sortAt(shared)).toBe('playCount:asc')
  expect(await sortAt(own)).toBeNull()
  for (const one of [page, next, other]) {
    expect(one.complaints).toEqual([])
    await one.context().close()
  }
})

test('a second factor: scanned or typed, asked for at sign-in, a recovery code instead of it, and off again', async () => {
  const page = await openPage()
  await signIn(page, 'supplier2')
  await page.goto(`${url}/user/setting?tab=security`)
  const form = page.getByRole('dialog')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await form.getByLabel('登录密码').first().fill(PASSWORD)
  await form.getByRole('button', { name: '下一步' }).click()
  await form.getByRole('img', { name: '两步验证二维码' }).waitFor()
  const secret = (await form.getByRole('textbox', { name: '密钥' }).inputValue()).replaceAll(' ', '')
  // Each step's code works once: on by the last one, in by the present one.
  const codeOf = (drift: number) => codeAt(fromBase32(secret), stepAt(new Date()) + drift)
  await settle(page)
  expect(await findAxeViolations(page)).toEqual([])
  await form.getByRole('textbox', { name: '验证码' }).fill(codeOf(-1))
  await form.getByRole('button', { name: '开启两步验证' }).click()
  const recovery = await form.getByRole('listitem').first().textContent()
  await form.getByRole('button', { name: '我已保存' }).click()
  await page.getByText('已开启，剩余 10 个恢复码。').waitFor()

  const next = await openPage()
  const enter = async (code: string) => {
    await next.goto(`${url}/login`)
    await next.getByRole('textbox', { name: '用户名' }).fill('supplier2')
    await next.getByLabel('密码').first().fill(PASSWORD)
    const button = next.getByRole('button', { name: '登录', exact: true })
    await button.click()
    await next.getByRole('textbox', { name: '动态验证码' }).fill(code)
    await button.click()
    await next.waitForURL((now) => now.pathname !== '/login')
    await next.getByRole('heading', { level: 1 }).first().waitFor()
  }
  await enter(codeOf(0))
  await next.context().clearCookies()
  await next.evaluate(() => localStorage.removeItem('token'))
  await enter(recovery!)

  await page.reload()
  await page.getByText('已开启，剩余 9 个恢复码。').waitFor()
  await page.getByRole('button', { name: '关闭两步验证' }).click()
  await form.getByLabel('登录密码').first().fill(PASSWORD)
  await form.getByRole('textbox', { name: '验证码或恢复码' }).fill(codeOf(1))
  await form.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '开启两步验证' }).waitFor()
  for (const one of [page, next]) {
    expect(one.complaints).toEqual([])
    await one.context().close()
  }
})

test('a second factor an administrator asks of a role: set up on the way in, then the page one wanted', async () => {
  const send = async (token: string, method: string, path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    return (await (await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })).json()).data
  }
  const { accessTicket: admin } = await send('', 'POST', '/user/login', { username: 'admin', password: PASSWORD })
  const roles = { admin: false, leader: false, coo: false, partner: false, supplier: true }
  const key = '/config/session.secondFactor'
  const { version } = await send(admin, 'PUT', key, { version: 0, value: roles })
  try {
    const page = await openPage()
    await page.goto(`${url}/dashboard/distribute_videos`)
    await page.getByRole('textbox', { name: '用户名' }).fill('supplier2')
    await page.getByLabel('密码').first().fill(PASSWORD)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '开启两步验证' }).waitFor()
    await settle(page)
    expect(await findAxeViolations(page)).toEqual([])
    // No address leads past it.
    await page.goto(`${url}/dashboard/distribute_videos`)
    await page.waitForURL((now) => now.pathname === '/second-factor')
    await page.setViewportSize(PHONE)
    expect(await sidewaysScroll(page)).toBe(0)

    await page.getByRole('button', { name: '开始设置' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('登录密码').first().fill(PASSWORD)
    await form.getByRole('button', { name: '下一步' }).click()
    const secret = (await form.getByRole('textbox', { name: '密钥' }).inputValue()).replaceAll(' ', '')
    const codeOf = (drift: number) => codeAt(fromBase32(secret), stepAt(new Date()) + drift)
    await form.getByRole('textbox', { name: '验证码' }).fill(codeOf(-1))
    await form.getByRole('button', { name: '开启两步验证' }).click()
    await form.getByRole('button', { name: '我已保存' }).click()
    await page.waitForURL((now) => now.pathname === '/dashboard/distribute_videos')
    await settle(page)
    const token = await page.evaluate(() => localStorage.getItem('token')!)
    const off = await send(token, 'POST', '/user/second-factor/off', { currentPassword: PASSWORD, code: codeOf(0) })
    expect(off).toEqual({ done: true })
    expect(page.complaints).toEqual([])
    await page.context().close()
  } finally {
    await send(admin, 'PUT', key, { version, value: null })
  }
})
