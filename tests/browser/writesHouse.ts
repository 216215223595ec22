import { DEMO_PASSWORD } from '../../src/server/db/demo/accounts.ts'
import { dayIn, type Say, word } from './writes.ts'

/** A file as a form sends it, under any name. */
const upload = (name: string, content: string): Buffer =>
  Buffer.from(
    `--edge\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\n${content}\r\n--edge--\r\n`,
  )
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const PDF = '%PDF-1.4\n%%EOF\n'
const window = '00000000-0000-4000-8000-00000000000b'

/** Writes into every field of money, of the union, of the house and of one's own things. */
export async function writeHouse(say: Say): Promise<void> {
  const data = async (...asked: Parameters<Say>) => (await say(...asked)).data
  const rows = async (as: string, path: string): Promise<any[]> => (await data(as, 'GET', path)).list
  await statements()
  await plans()
  await union()
  await machines()
  await house()
  await own()

  async function statements() {
    const inState = async (as: string, product: string, state: string) =>
      (await rows(as, `/api/settlements/${product}?pageSize=20&state=${state}`))[0]
    const path = (id: string, verb: string) => `/api/settlements/statements/${id}/${verb}`
    const versionOf = async (id: string) =>
      (await data('admin', 'GET', `/api/settlements/statements/${id}`)).statement.version
    const step = async (as: string, id: string, verb: string, body: object = {}) =>
      data(as, 'POST', path(id, verb), { ...body, version: await versionOf(id) })

    const { statementId: id } = await inState('partner', 'sm4', 'pending_confirm')
    const lines = await rows('partner', `/api/settlements/lines?statementId=${id}&pageSize=50`)
    const file = async (as: string) =>
      (await data(as, 'POST', '/api/settlements/files', upload(`${word(60)}.pdf`, PDF))).fileId
    const { disputedStatementId } = await step('partner', id, 'dispute', {
      ...{ lines: [{ lineNo: lines[0].lineNo, claimed: null }], reasonCode: 'plays', text: word(1000, 12) },
      ...{ fileIds: [await file('partner')], payRest: true },
    })
    await step('ops', disputedStatementId, 'answer', { isAccepted: false, answer: word(1000, 12), corrections: [] })
    await step('ops', id, 'lock')
    const { statement } = await data('partner', 'GET', `/api/settlements/statements/${id}`)
    const invoice = async (number: string) =>
      step('partner', id, 'invoice', {
        ...{ number, issuedOn: dayIn(-3), amount: String(statement.netFen / 100), fileId: await file('partner') },
      })
    await invoice('24440000000000000071')
    await step('ops', id, 'invoice-check', { isReceived: false, reason: word(500, 9) })
    await invoice('24440000000000000072')
    await step('ops', id, 'invoice-check', { isReceived: true, reason: null })
    await step('ops', id, 'clear')
    const all = { product: 'sm4', statementIds: [id], exclude: [] }
    await say('ops', 'POST', '/api/settlements/payout-batches', all)
    const payouts = await rows('ops', '/api/settlements/sm4/payouts?pageSize=50')
    const payout = payouts.find(({ state }) => state !== 'paid')
    await say('ops', 'POST', `/api/settlements/payouts/${payout.payoutId}/mark`, {
      ...{ version: payout.version, isPaid: false, bankRef: null, failure: word(500, 9) },
    })
    await step('ops', (await inState('ops', 'wl', 'confirmed')).statementId, 'hold', { reason: word(500, 9) })
    await step('ops', (await inState('ops', 'wl', 'pending_confirm')).statementId, 'void', { reason: word(500, 9) })

    const adjustment = {
      ...{ product: 'wl', partnerId: '2', lineType: 'bonus', amount: '99999.00', currency: 'CNY' },
      ...{ originPeriod: `${dayIn(-40).slice(0, 7)}-01`, videoId: null, evidenceId: await file('coo') },
    }
    const { adjustmentId } = await data('coo', 'POST', '/api/settlements/adjustments', {
      ...{ ...adjustment, reason: word(500, 9) },
    })
    await say('admin', 'POST', `/api/settlements/adjustments/${adjustmentId}/decide`, {
      ...{ version: 1, isApproved: false, note: word(500, 9) },
    })
    const [bill] = await rows('admin', '/api/settlements/upstream-bills')
    const [row] = await rows('admin', `/api/settlements/upstream-rows?billId=${bill.billId}&difference=differs`)
    await say('ops', 'POST', `/api/settlements/upstream-bills/${bill.billId}/act`, {
      ...{ version: bill.version, rowNos: [row.rowNo], action: 'disputed', note: word(500, 9) },
    })
    const certify = async (as: string, legalPerson: string, isPassed: boolean) => {
      const { id: applied } = await data(as, 'POST', '/api/user/certification/applications', {
        ...{ accountType: 'enterprise', legalPerson, certificateType: 'passport', number: 'E12345678' },
        ...{ enterpriseName: legalPerson, enterpriseCertificateType: 'institution' },
        ...{ organizationCode: '91350100M000100Y43', validThrough: null },
      })
      await say('ops', 'POST', `/api/certifications/${applied}/decide`, {
        ...{ version: 1, isPassed, ...(!isPassed && { reason: word(200) }) },
      })
    }
    await certify('partner2', word(60), false)
    const holder = word(60)
    await certify('partner', holder, true)
    const account = await data('partner', 'POST', '/api/settlements/bank-accounts', {
      ...{ holder, bankName: word(60), number: '6222020200112233445', currentPassword: DEMO_PASSWORD },
    })
    await say('ops', 'POST', `/api/settlements/bank-accounts/${account.accountId}/verify`, {
      ...{ version: 1, isVerified: false, reason: word(500, 9) },
    })
  }

  async function plans() {
    const { params, validFrom } = await data('admin', 'GET', '/api/plans/start?product=sm4')
    const note = () => word(500, 9)
    const { id } = await data('admin', 'POST', '/api/plans', { product: 'sm4', params, validFrom, note: note() })
    const step = async (as: string, verb: string) => {
      const { version } = (await data('admin', 'GET', '/api/plans')).list.find((one: any) => one.id === id)
      return verb
        ? say(as, 'POST', `/api/plans/${id}/${verb}`, { version, note: note() })
        : say(as, 'PATCH', `/api/plans/${id}`, { params, validFrom, note: note(), version })
    }
    await step('admin', 'propose')
    await step('ops', 'reject')
    await step('admin', '')
    await step('admin', 'propose')
    await step('ops', 'approve')
    await step('ops', 'publish')
    const start = await data('admin', 'GET', '/api/plans/start?product=wl')
    const other = await data('admin', 'POST', '/api/plans', {
      ...{ product: 'wl', params: start.params, validFrom: start.validFrom, note: note() },
    })
    await say('admin', 'POST', `/api/plans/${other.id}/withdraw`, { version: 1, note: note() })
    const rate = await data('coo', 'POST', '/api/partner-rates', {
      ...{ partnerId: '1', ratePpm: 500_000, creatorRatePpm: 300_000, validFrom: dayIn(40), validBefore: null },
      reason: note(),
    })
    await say('admin', 'POST', `/api/partner-rates/${rate.rateId}/decide`, {
      ...{ version: 1, isApproved: false, note: note() },
    })
  }

  async function union() {
    const account = () => ({
      ...{ alias: word(40), siteId: null, positionId: null, source: 'feed', sharePpm: 0, requiredCookies: [] },
      remark: word(200),
    })
    const { id } = await data('admin', 'POST', '/api/jd-accounts', {
      ...{ ...account(), unionId: '88001', pin: 'x' },
    })
    await say('admin', 'POST', `/api/jd-accounts/${id}/cookies`, {
      ...{ text: `pt_key=${word(60)}; pt_pin=x`, saveUntried: true, version: 1 },
    })
    await say('admin', 'PATCH', `/api/jd-accounts/${id}`, {
      ...{ ...account(), pin: word(60), isEnabled: true, version: 2 },
    })
    const link = await data('admin', 'POST', '/api/jd-links', {
      ...{ accountId: id, title: word(80), materialUrl: 'https://item.jd.com/1.html', couponUrl: null },
      ...{ clickUrl: 'https://union-click.jd.com/1', partnerId: '1', videoId: null },
    })
    await say('admin', 'POST', `/api/jd-links/${link.id}/tokens`, {
      ...{ tokenText: word(200), template: `{title} {token} {link} ${word(400)}`, until: dayIn(20) },
    })
    await say('admin', 'POST', '/api/jd-tokens/parse', { text: word(1000, 12) })
    await say('admin', 'POST', '/api/jd-coupon-codes', {
      ...{ code: null, count: 1, partnerId: '1', kind: 'fixed', amountFen: 100, ratePpm: null, thresholdFen: 1000 },
      ...{ quota: 10, perUser: 1, from: dayIn(0), to: dayIn(30), remark: word(200) },
    })
  }

  async function machines() {
    const token = { name: word(60), scopes: ['ingest.write'], expiresInDays: 1 }
    await say('admin', 'POST', '/api/tokens', token)
    const at = `${dayIn(-2)}T12:00:00+08:00`
    const item = '7999000000000000001'
    await say('machine', 'POST', '/ingest/v1/videos', {
      ...{ source: 'xss', batchId: word(100) },
      rows: [
        {
          ...{ platform: 'other', platformItemId: item, title: word(200), contentType: 'verticalVideo' },
          ...{ creatorUid: 'xss', creatorName: word(40), publishedAt: at, visibility: 'public' },
        },
      ],
    })
    await say('machine', 'POST', '/ingest/v1/metrics', {
      ...{ source: 'xss', batchId: word(100) },
      rows: [{ platform: 'other', platformItemId: item, statDate: dayIn(-1), playCount: 9_000_000_000 }],
    })
    await say('machine', 'POST', '/ingest/v1/hourly-metrics', {
      ...{ source: 'xss', batchId: word(100) },
      rows: [{ platform: word(20), platformItemId: item, bucketAt: at, playCount: 1 }],
    })
    await say('machine', 'POST', '/ingest/v1/bindings', {
      ...{ source: 'xss', batchId: word(100) },
      rows: [
        { platform: 'other', creatorUid: 'xss2', creatorName: word(40), partnerCode: word(20), bindTime: at },
        { platform: 'other', creatorUid: 'xss3', creatorName: word(40), partnerCode: 'qingyou', bindTime: at },
      ],
    })
    await say('machine', 'POST', '/ingest/v1/bills', {
      ...{ source: 'xss', batchId: word(100), sourceFile: word(200) },
      rows: [
        {
          platform: 'other',
          platformItemId: item,
          earnDate: dayIn(-1),
          taskCode: word(60),
          settleType: 7,
          adIncome: '1',
        },
      ],
    })
    await say('machine', 'POST', '/ingest/v1/risk-signals', {
      ...{ source: 'xss', batchId: word(100) },
      rows: [
        {
          ...{ platform: 'other', platformItemId: item, kind: 'machine', label: 'minor', severity: 'p1' },
          ...{ suggestion: 'review', score: 94 },
          evidence: [{ startMs: 1, endMs: 2, form: 'image', text: word(200), score: 94 }],
        },
      ],
    })
    await say('machine', 'POST', '/ingest/v1/jd-orders', {
      unionId: '88001',
      orders: [
        {
          ...{ id: '1_2', orderId: '1', parentId: '0', orderTime: `${dayIn(-1)} 12:00:00`, validCode: 16, skuId: '2' },
          ...{ modifyTime: `${dayIn(-1)} 12:00:00`, skuName: word(200), shopName: word(60), cid1Name: word(40) },
          ...{ skuNum: 1, price: '129.00', commissionRate: '10.00', finalRate: '90.00', subUnionId: 'p1' },
          ...{ estimateCosPrice: '129.00', estimateFee: '11.61' },
        },
      ],
    })
    await say('machine', 'POST', '/ingest/v1/receipt-metrics', {
      items: [{ platform: 'douyin', platformItemId: word(100), statDate: dayIn(-1), playCount: 1 }],
    })
    await say('machine', 'POST', '/ingest/v1/star-orders', {
      orders: [
        {
          ...{ star_id: '1690000000001', order_id: '7600000000000000001', item_id: item, settlement_type: 'CPM' },
          ...{ demand_name: word(100), title: word(100), author_name: word(40), hot_words: [word(40)] },
          ...{ order_status: 'FINISHED', price: 1_234_500, play: 500_000, create_time: 1_793_000_000 },
          update_time: `${dayIn(-1)} 09:00`,
        },
      ],
    })
    await say('admin', 'POST', '/api/imports/mappings', {
      ...{ name: word(40), target: 'metrics' },
      mapping: {
        ...{ columns: { itemId: word(60) }, platform: 'other', statDate: dayIn(-1), partnerId: null, year: null },
        ...{ dateFormat: 'ymd', zeroEaten: false, rateUnit: 'percent', counts: 'cumulative' },
      },
    })
    for (const target of ['metrics', 'users', 'bindings', 'receipts', 'adjustments', 'unionOrders'])
      await say(
        'admin',
        'POST',
        `/api/imports?target=${target}`,
        upload(
          `${word(60)}.csv`,
          `${quoted(word(60))},platform_item_id,plays\n${[1, 2, 3].map(() => `${quoted(word(200))},${item},${quoted(word(60))}`).join('\n')}\n`,
        ),
      )
  }

  async function house() {
    const item = async (key: string) =>
      (await data('admin', 'GET', '/api/config')).items.find((one: any) => one.key === key)
    const put = async (key: string, value: unknown) =>
      say('admin', 'PUT', `/api/config/${key}`, { version: (await item(key)).version, value, note: word(200) })
    const both = (length: number) => ({ 'zh-CN': word(length), 'en-US': word(length) })
    await put('house.name', both(20))
    await put('house.footer', both(80))
    await put('house.slogans', [{ title: both(20), body: both(60) }])
    await put('menu.tree', [{ path: `https://example.com/?${word(100)}`, section: 'content', names: both(30) }])
    const { version } = await item('house.footer')
    await put('house.footer', both(80))
    await say('admin', 'POST', '/api/config/house.footer/restore', {
      ...{ version: version + 1, restore: version, note: word(200) },
    })
    const year = String(new Date().getUTCFullYear() + 1)
    const held = await data('admin', 'GET', `/api/holidays?year=${year}`)
    await say('admin', 'PUT', `/api/holidays/${year}`, {
      version: held.version,
      days: [{ day: `${year}-01-01`, kind: 'holiday', nameZh: word(40), nameEn: word(40) }],
    })
  }

  async function own() {
    const { version } = await data('partner', 'GET', '/api/account/profile')
    await say('partner', 'PUT', '/api/account/profile', {
      ...{ displayName: word(40), regionCode: null, address: word(200), profile: word(200), version },
    })
    await say('admin', 'POST', '/api/views', {
      ...{ listKey: 'data', name: word(40), query: `keyword=${encodeURIComponent(word(100))}`, reach: 'everyone' },
    })
    await say('partner', 'PUT', '/api/webhook', {
      ...{ url: `https://example.com/?${word(200)}`, kinds: ['risk'], events: [], isOn: false, version: null },
    })
    const filter = `keyword=${encodeURIComponent(word(100))}`
    const file = { listKey: 'data', query: filter, columns: [], format: 'csv', bom: true }
    await say('admin', 'POST', '/api/exports', file)
    const when = { cadence: 'daily', onDay: 1, atTime: '09:00', window: null }
    await say('admin', 'POST', '/api/exports/schedules', { ...file, ...when })
    const { categories } = await data('admin', 'GET', '/api/articles/categories')
    const article = await data('coo', 'POST', '/api/articles', {
      title: word(64),
      categoryId: categories[0].id,
      lang: 'zh',
    })
    const path = `/api/articles/${article.id}`
    await say('coo', 'PUT', `${path}/draft`, {
      ...{ title: word(64), author: '', digest: word(128), coverKey: null, tags: [], lang: 'zh', sourceUrl: null },
      ...{ html: '<p>x</p>', revision: 1, window, isCleared: false },
    })
    const now = async () => (await data('coo', 'GET', `${path}/draft`)).version
    await say('coo', 'POST', `${path}/move`, { action: 'submit', version: await now() })
    await say('admin', 'POST', `${path}/move`, { action: 'sendBack', version: await now(), reason: word(300) })
  }
}
