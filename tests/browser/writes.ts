import { vectors } from './vectors.ts'

/** A request as an account of the demo, or with a machine's token; answers the envelope. */
export type Say = (as: string, method: string, path: string, body?: object) => Promise<any>

/** One line of text as fields take it: without control characters, which the server takes out or refuses. */
const lines = vectors.filter((one) => one.trim() && !/\p{Cc}/u.test(one))
/** The words that were written. */
export const given = new Set<string>()
const used = new Map(lines.map((one) => [one, 0]))

/** Ways in that fit a field, those that were tried least first, as many as there is room for. */
export function word(length: number, most = 4): string {
  let said = ''
  const fitting = [...lines].sort((a, b) => used.get(a)! - used.get(b)!)
  for (const one of fitting) {
    const longer = said ? `${said} ${one}` : one
    if ([...longer].length > length) continue
    said = longer
    used.set(one, used.get(one)! + 1)
    if (--most <= 0) break
  }
  if (!said) throw new Error(`no way in is as short as ${length}`)
  given.add(said.trim())
  return said.trim()
}
/** Whether a word holds what was given here to be written. */
export const isWayIn = (said: string): boolean => [...given].some((one) => said.includes(one))
const DAY_MS = 86_400_000
export const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
/** Writes into every field of people, works and what is done with them, through the endpoints they use. */
export async function writeWork(say: Say): Promise<void> {
  const data = async (...asked: Parameters<Say>) => (await say(...asked)).data
  const rows = async (as: string, path: string): Promise<any[]> => (await data(as, 'GET', path)).list
  const firstOf = async (as: string, path: string) => (await rows(as, path))[0]
  await people()
  await works()
  await recommendations()
  await posts()
  await risks()

  async function people() {
    for (const name of ['lines', 'teams', 'suppliers'] as const) {
      const more = name === 'teams' ? { parentId: null, lineId: '1' } : name === 'suppliers' ? { code: 'xss' } : {}
      const { id } = await data('admin', 'POST', `/api/organisation/${name}`, { name: word(40), ...more })
      const edit = { name: word(40), version: 1, ...(name === 'teams' && { parentId: null }) }
      await say('admin', 'PATCH', `/api/organisation/${name}/${id}`, edit)
      if (name === 'suppliers')
        await say('admin', 'POST', `/api/organisation/suppliers/${id}/status`, {
          ...{ action: 'freeze', reason: word(200), version: 2 },
        })
    }
    const contract = { kind: 'mcn', teamId: '1', contractStart: null, contractEnd: null }
    const partner = await data('admin', 'POST', '/api/organisation/partners', {
      ...{ ...contract, name: word(40), code: 'xss', status: 'active' },
    })
    const partnerPath = `/api/organisation/partners/${partner.id}`
    await say('admin', 'PATCH', partnerPath, { ...contract, name: word(40), version: 1 })
    await say('admin', 'POST', `${partnerPath}/status`, { action: 'freeze', reason: word(200), version: 2 })
    const creator = await data('admin', 'POST', '/api/organisation/creators', {
      ...{ platform: 'other', platformUid: 'xss', nickname: word(40), accountNo: word(60) },
    })
    await say('admin', 'PATCH', `/api/organisation/creators/${creator.id}`, {
      ...{ nickname: word(40), accountNo: word(60), version: 1 },
    })
    const make = async (accessKey: string) =>
      (
        await data('admin', 'POST', '/api/users', {
          ...{ accessKey, displayName: word(40), role: 'partner', partnerId: '1', remark: word(200) },
        })
      ).accessId
    const [one, other] = [await make('xss.one'), await make('xss.two')]
    await say('admin', 'PATCH', `/api/users/${one}`, { displayName: word(40), remark: word(200), version: 1 })
    await say('admin', 'POST', `/api/users/${one}/disable`, { reason: word(200), version: 2 })
    await say('admin', 'POST', '/api/users/disable', { ids: [other], reason: word(200) })
  }

  async function works() {
    const [video, second] = await rows('admin', '/api/data?pageSize=2')
    await say('admin', 'POST', '/api/data/exclude', {
      ...{ target: { ids: [second.videoId] }, excluded: true, reason: word(200) },
    })
    const { version } = (await data('admin', 'GET', `/api/data/${video.videoId}`)).video
    await say('admin', 'POST', `/api/data/${video.videoId}/owner`, { partnerId: '2', reason: word(200), version })
    const names = () => ({ nameZh: word(20), nameEn: word(40) })
    const make = async () =>
      (await data('admin', 'POST', '/api/categories', { parentId: null, ...names(), riskLevel: 'low' })).id
    const [one, other] = [await make(), await make()]
    await say('admin', 'PATCH', `/api/categories/${one}`, { version: 1, ...names() })
    await say('admin', 'POST', `/api/categories/${other}/merge`, { version: 1, intoId: one, reason: word(200) })
    const collection = { orderDate: null, reportDate: null, rule: null, mayMatchAll: false }
    const { id } = await data('admin', 'POST', '/api/collections', {
      ...{ ...collection, name: word(60), contentType: 'img', filterType: 'artificial', lineId: null },
    })
    await say('admin', 'PATCH', `/api/collections/${id}`, { ...collection, name: word(60), version: 1 })
    await say('admin', 'POST', `/api/collections/${id}/copy`, { name: word(60) })
    await say('admin', 'POST', '/api/collections/import', {
      text: `集合名称,作品\n"${word(60).replaceAll('"', '""')}",${second.videoId}\n`,
    })
    await say('admin', 'POST', `/api/collections/${id}/paste`, { text: word(500, 20) })
  }

  async function recommendations() {
    const fields = () => ({ title: word(200), reason: word(200), tags: [word(20), word(20)] })
    const rest = {
      ...{ slotCode: 'home', score: 99, quota: null, estCpmFen: null, deadlineAt: null, startAt: null },
      ...{ endBefore: null, audience: 'all', partnerIds: [] },
    }
    const made = await data('admin', 'POST', '/api/recommend', {
      ...{ ...rest, ...fields(), targetType: 'topic', targetId: null },
    })
    const id = made.recId ?? made.id
    const { version } = await data('admin', 'PATCH', `/api/recommend/${id}`, { ...rest, ...fields(), version: 1 })
    await say('admin', 'POST', `/api/recommend/${id}/online`, { version })
    const video = await firstOf('admin', '/api/data?pageSize=1&sort=playCount:desc')
    await say('admin', 'POST', '/api/recommend/videos', {
      ...{ target: { ids: [video.videoId] }, reason: word(200), slotCode: 'home', quota: null },
    })
    const { creators } = await data('partner', 'GET', '/api/recommend/options')
    const claim = await data('partner', 'POST', `/api/recommend/${id}/claim`, {
      creatorId: creators.find((one: any) => one.platform === 'douyin').id,
    })
    await say('partner', 'POST', `/api/recommend/claims/${claim.claimId}/submit`, {
      ...{ link: 'https://www.douyin.com/video/7000000000000000001', version: 1 },
    })
    await say('admin', 'POST', `/api/recommend/claims/${claim.claimId}/judge`, {
      ...{ isValid: false, reason: word(200), version: 2 },
    })
  }

  async function posts() {
    const { suppliers } = await data('admin', 'GET', '/api/campaigns/options')
    const videos = (await rows('admin', '/api/data?pageSize=60&visibility=public&riskState=none')).map(
      ({ videoId }) => videoId,
    )
    const campaign = await data('admin', 'POST', '/api/campaigns', {
      source: { ids: videos },
      terms: {
        ...{ name: word(40), mode: 'exclusive', supplierIds: [suppliers[0].id], platforms: ['douyin'] },
        ...{ region: 'cn', rightsFrom: dayIn(0), rightsTo: dayIn(60), allowEdit: true },
        ...{ requiredTags: [word(30), word(30)], forbiddenWords: [word(30), word(30)] },
        ...{ priceModel: 'none', deadline: dayIn(20) },
      },
    })
    if (!campaign) throw new Error('no campaign')
    const tasks = await rows('supplier', '/api/distribute-videos?pageSize=6&status=pending&sort=createdAt:desc')
    const path = (at: number) => `/api/distribute-videos/${tasks[at].distId}`
    const { version } = tasks[0]
    await say('supplier', 'POST', `${path(0)}/reject`, { version, reason: word(200) })
    await say('supplier', 'POST', '/api/distribute-videos/reject', {
      ...{ target: { ids: [tasks[1].distId] }, reason: word(200) },
    })
    for (const at of [2, 3]) {
      await say('supplier', 'POST', `${path(at)}/accept`, { version })
      await say('supplier', 'POST', `${path(at)}/download`, { version: version + 1 })
    }
    const link = (at: number) => ({
      ...{ url: `https://www.douyin.com/video/70000000000000001${at}0`, account: word(60) },
    })
    await say('supplier', 'POST', `${path(2)}/links`, link(2))
    await say('supplier', 'POST', '/api/distribute-videos/links', {
      links: [{ distId: tasks[3].distId, ...link(3) }],
    })
    const { receipts } = await data('admin', 'GET', path(2))
    await say('admin', 'POST', `${path(2)}/check`, {
      receiptId: receipts[0].receiptId,
      isPassed: false,
      note: word(200),
    })
    const now = (await data('admin', 'GET', path(4))).row.version
    await say('admin', 'POST', `${path(4)}/recall`, { version: now, reason: word(200), severity: 'normal' })
    await say('admin', 'POST', '/api/distribute-videos/recall', {
      ...{ target: { ids: [tasks[5].distId] }, reason: word(200), severity: 'normal' },
    })
  }

  async function risks() {
    const works = await rows('admin', '/api/data?pageSize=20&riskState=none&visibility=public&partnerId=1')
    const ids = works.map(({ videoId }) => videoId)
    await say('admin', 'POST', '/api/risk-videos', {
      ...{ target: { ids: ids.slice(0, 8) }, label: 'ad', severity: 'p1', note: word(500, 9) },
    })
    await say('partner', 'POST', '/api/risk-reports', {
      ...{ link: works[9].shareUrl, label: 'ad', text: word(1000, 12) },
    })
    const cases = (
      await rows('admin', '/api/risk-videos?pageSize=40&sort=createdAt:desc&label=ad&state=pending')
    ).filter(({ videoId }) => ids.includes(videoId))
    const path = (at: number) => `/api/risk-videos/${cases[at].caseId}`
    const versionOf = async (at: number) => (await data('admin', 'GET', path(at))).staff.version
    const decision = (effects: string[]) => ({
      ...{ effects, policyCode: 'A-02', reasonZh: word(500, 9), reasonEn: word(500, 9), note: word(500, 9) },
    })
    for (const at of [0, 1, 2, 3, 4]) await say('admin', 'POST', `${path(at)}/claim`)
    await say('admin', 'POST', `${path(0)}/skip`, { reason: word(500, 9) })
    await say('admin', 'POST', `${path(1)}/escalate`, { reason: word(500, 9) })
    await say('admin', 'POST', `${path(2)}/decide`, { ...decision(['limit']), version: await versionOf(2) })
    await say('admin', 'POST', `${path(3)}/decide`, { ...decision(['limit']), version: await versionOf(3) })
    await say('admin', 'POST', `${path(4)}/decide`, { ...decision(['strike']), version: await versionOf(4) })
    await say('admin', 'POST', '/api/risk-videos/decide', {
      ...{ target: { ids: [cases[5].caseId] }, ...decision(['warn']) },
    })
    await say('partner', 'POST', `${path(2)}/appeal`, { text: word(900, 12) })
    await say('partner', 'POST', `${path(3)}/fix`, { text: word(900, 12) })
    await say('ops', 'POST', `${path(2)}/judge`, {
      verdict: 'upheld',
      reply: word(500, 9),
      version: await versionOf(2),
    })
    const closed = await firstOf('admin', '/api/risk-videos?pageSize=1&state=closed')
    await say('admin', 'POST', `/api/risk-videos/${closed.caseId}/reopen`, {
      ...{ reason: word(500, 9), version: closed.version },
    })
    const { strikes } = (await data('admin', 'GET', path(4))).staff
    await say('admin', 'POST', `/api/risk-strikes/${strikes[0].id}/dismiss`, { reason: word(500, 9) })
  }
}
