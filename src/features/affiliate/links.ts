import { randomBytes } from 'node:crypto'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { step } from '../../core/flow.ts'
import { badFilter, type ListQuery } from '../../core/listQuery.ts'
import { addDays, dayOf, isDay, startOf } from '../../core/time.ts'
import { type Ctx, type Job, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { attempt } from './accounts.ts'
import {
  codeCreate,
  codeExtend,
  codeList,
  codeMove,
  couponAdd,
  couponList,
  couponRemove,
  couponSummary,
  linkCreate,
  linkDetail,
  linkList,
  linkPaste,
  tokenAdd,
  tokenCopied,
  tokenDisable,
  tokenParse,
} from './contractLinks.ts'
import { lookAtDue } from './coupons.ts'
import { errors } from './errors.ts'
import { codeFlow, codeOf, statusWords } from './flow.ts'
import { reach } from './reach.ts'
import { lockHeld, readFetched, readHeld } from './sql/accounts.ts'
import * as coupons from './sql/coupons.ts'
import { readLinkClicks } from './sql/figures.ts'
import * as sql from './sql/links.ts'
import { codesText, couponsText, linksText } from './textLinks.ts'

const filtered = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  scope: ctx.scope,
  query,
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})
const lists = [
  serveList({
    list: linkList,
    text: linksText,
    page: (ctx, query) => readPage(sql.linksOf(filtered(ctx, query))),
    all: (ctx, query) => readAll(sql.linksOf(filtered(ctx, query))),
  }),
  serveList({
    list: couponList,
    text: couponsText,
    page: (ctx, query) => readPage(coupons.couponsOf(filtered(ctx, query))),
    all: (ctx, query) => readAll(coupons.couponsOf(filtered(ctx, query))),
  }),
  serveList({
    list: codeList,
    text: codesText,
    page: (ctx, query) => readPage(coupons.codesOf(filtered(ctx, query))),
    all: (ctx, query) => readAll(coupons.codesOf(filtered(ctx, query))),
  }),
]

const isMade = (done: boolean): { done: boolean } => {
  if (!done) throw refuse(common, 'NOT_FOUND')
  return { done }
}

const JD_HOSTS = /(^|\.)(jd\.com|jd\.hk|3\.cn)$/
/** Throws NOT_JD: what leads elsewhere earns nothing. */
function checkJd(url: string, field: string): void {
  if (!URL.canParse(url) || !JD_HOSTS.test(new URL(url).hostname)) throw refuse(errors, 'NOT_JD', { field })
}

/** Whose link it will be, and its sub id. Throws NOT_FOUND where that is not within the scope. */
async function ownerOf(ctx: Ctx, { partnerId, videoId }: { partnerId: string | null; videoId: string | null }) {
  if (videoId) {
    const owner = await sql.readVideoOwner(ctx.db, ctx.scope, videoId)
    if (!owner?.partnerId) throw refuse(errors, 'WORK_NOT_FOUND', { field: 'videoId' })
    const creator = owner.creatorId ? `_c${owner.creatorId}` : ''
    return { ...owner, videoId, subUnionId: `p${owner.partnerId}${creator}_v${videoId}` }
  }
  if (!partnerId || !(await sql.hasPartner(ctx.db, ctx.scope, partnerId)))
    throw refuse(errors, 'OWNER_NEEDED', { field: 'partnerId' })
  return { partnerId, creatorId: null, videoId: null, subUnionId: `p${partnerId}` }
}

const createLink = serve(linkCreate, async (ctx, { body }) => {
  checkJd(body.materialUrl, 'materialUrl')
  if (body.couponUrl) checkJd(body.couponUrl, 'couponUrl')
  if (body.clickUrl) checkJd(body.clickUrl, 'clickUrl')
  const account = await readHeld(ctx.db, ctx.scope, body.accountId)
  if (!account?.enabled) throw refuse(errors, 'ACCOUNT_NEEDED', { field: 'accountId' })
  const owner = await ownerOf(ctx, body)
  const { materialUrl, couponUrl, title, accountId } = body
  const { siteId, positionId } = account
  const ask = { materialUrl, couponUrl, siteId, positionId, subUnionId: owner.subUnionId }
  // Asked while nothing is locked.
  const clickUrl = body.clickUrl ?? (await attempt(async () => reach(ctx.secrets, account).link(ask)))
  return ctx.transaction(async (tx) => {
    const link = {
      ...owner,
      accountId,
      title,
      materialUrl,
      couponUrl,
      clickUrl,
      positionId,
      createdBy: ctx.session.accessId,
    }
    const made = await sql.insertLink(tx.db, link, tx.now)
    if (!made) throw refuse(errors, 'LINK_KNOWN', { field: 'materialUrl' })
    const after = { accountId, title, materialUrl, subUnionId: owner.subUnionId }
    await tx.audit({ action: 'promoLink.create', entity: 'promoLink', entityId: made.id, after })
    return { id: made.id, subUnionId: owner.subUnionId, hasLink: clickUrl !== null }
  })
})

const linkOf = async (ctx: Ctx, linkId: string) => {
  const link = await sql.readLink(ctx.db, ctx.scope, linkId)
  if (!link) throw refuse(common, 'NOT_FOUND')
  return link
}
const CLICK_DAYS = 30
const detail = serve(linkDetail, async (ctx, { params }) => {
  const link = await linkOf(ctx, params.id)
  const today = dayOf(ctx.now)
  const [tokens, sums, days] = await Promise.all([
    sql.readTokens(ctx.db, params.id),
    sql.readLinkSums(ctx.db, params.id),
    readLinkClicks(ctx.db, params.id, addDays(today, 1 - CLICK_DAYS), today),
  ])
  if (!may(ctx.session, 'affiliate.read')) delete link.accountName
  return { ...link, tokens, clicks: { ...sums, days } } as never
})
const paste = serve(linkPaste, async (ctx, { params, body }) => {
  checkJd(body.clickUrl, 'clickUrl')
  const link = await linkOf(ctx, params.id)
  if (!(await sql.setClickUrl(ctx.db, params.id, body.clickUrl, body.version, ctx.now))) throw refuse(common, 'STALE')
  const change = { before: { clickUrl: link.clickUrl }, after: { clickUrl: body.clickUrl } }
  await ctx.audit({ action: 'promoLink.clickUrl', entity: 'promoLink', entityId: params.id, ...change })
  return { version: body.version + 1 }
})

/** The last instant of a day, which must be today or later. Throws BAD_FILTER. */
function endOf(day: string, now: Date, field: string): Date {
  if (!isDay(day) || day < dayOf(now)) throw badFilter(field, `YYYY-MM-DD ≥ ${dayOf(now)}`)
  return startOf(addDays(day, 1))
}

const addToken = serve(tokenAdd, async (ctx, { params, body }) => {
  const link = await linkOf(ctx, params.id)
  const expireAt = endOf(body.until, ctx.now, 'until')
  if (!body.template.includes('{token}')) throw refuse(errors, 'TEMPLATE_WITHOUT_TOKEN', { field: 'template' })
  const values: Record<string, string> = { title: link.title, token: body.tokenText.trim(), link: link.clickUrl ?? '' }
  const shareText = body.template.replace(/\{(title|token|link)\}/g, (_, name: string) => values[name]!).slice(0, 1000)
  const token = { linkId: params.id, tokenText: values.token!, shareText, expireAt, createdBy: ctx.session.accessId }
  const id = await sql.insertToken(ctx.db, token, ctx.now)
  if (!id) throw refuse(errors, 'TOKEN_KNOWN', { field: 'tokenText' })
  await ctx.audit({ action: 'passwordToken.add', entity: 'promoLink', entityId: params.id, after: { tokenId: id } })
  return { id, shareText }
})
const disableToken = serve(tokenDisable, async (ctx, { params }) => {
  const done = isMade(await sql.disableToken(ctx.db, ctx.scope, params.id))
  await ctx.audit({ action: 'passwordToken.disable', entity: 'passwordToken', entityId: params.id })
  return done
})
const copied = serve(tokenCopied, async (ctx, { params }) => isMade(await sql.countCopy(ctx.db, ctx.scope, params.id)))
const parse = serve(tokenParse, async (ctx, { body }) => ({
  found: (await sql.findInText(ctx.db, ctx.scope, body.text)) ?? null,
}))

const sumCoupons = serve(couponSummary, async (ctx) => (await coupons.readCouponSummary(ctx.db, ctx.scope, ctx.now))!)
const addCoupons = serve(couponAdd, async (ctx, { body }) => {
  for (const url of body.urls) checkJd(url, 'urls')
  const account = await lockHeld(ctx.db, ctx.scope, body.accountId)
  if (!account?.enabled) throw refuse(errors, 'ACCOUNT_NEEDED', { field: 'accountId' })
  const added = await coupons.insertCoupons(ctx.db, { ...body, createdBy: ctx.session.accessId }, ctx.now)
  await ctx.enqueue(COUPON_JOB, { accountId: account.id })
  await ctx.audit({ action: 'unionCoupon.add', entity: 'unionAccount', entityId: account.id, after: { added } })
  return { added, known: body.urls.length - added }
})
const removeCoupon = serve(couponRemove, async (ctx, { params }) => {
  const done = isMade(await coupons.deleteCoupon(ctx.db, ctx.scope, params.id))
  await ctx.audit({ action: 'unionCoupon.remove', entity: 'unionCoupon', entityId: params.id })
  return done
})

const COUPON_JOB = 'affiliate-coupons'
const LETTERS_OF_RANDOM_CODES = 8
const createCodes = serve(codeCreate, async (ctx, { body }) => {
  const { code, count, from, to, ...rest } = body
  if (code && count > 1) throw refuse(errors, 'ONE_NAMED_CODE', { field: 'count' })
  if ((rest.kind === 'fixed') !== (rest.amountFen !== null) || (rest.kind === 'percent') !== (rest.ratePpm !== null))
    throw refuse(errors, 'CODE_VALUE', { field: rest.kind === 'fixed' ? 'amountFen' : 'ratePpm' })
  // The union's rule of gifts, good for ours too: what it takes off is at most half of what it asks for.
  if (rest.amountFen !== null && rest.thresholdFen < rest.amountFen * 2)
    throw refuse(errors, 'CODE_THRESHOLD', { field: 'thresholdFen' })
  const before = endOf(to, ctx.now, 'to')
  if (!isDay(from) || from > to) throw badFilter('from', `YYYY-MM-DD ≤ ${to}`)
  if (rest.partnerId && !(await sql.hasPartner(ctx.db, ctx.scope, rest.partnerId)))
    throw refuse(errors, 'OWNER_NEEDED', { field: 'partnerId' })
  if (!rest.partnerId && ctx.scope.kind !== 'all') throw refuse(errors, 'OWNER_NEEDED', { field: 'partnerId' })
  const wanted = code ? [code] : Array.from({ length: count }, () => codeOf(randomBytes(LETTERS_OF_RANDOM_CODES)))
  const made = { ...rest, codes: wanted, from: startOf(from), before, createdBy: ctx.session.accessId }
  const codes = await coupons.insertCodes(ctx.db, made, ctx.now)
  if (code && codes.length === 0) {
    const holder = await coupons.findCode(ctx.db, code)
    const partner = holder?.partnerName ?? '—'
    throw refuse(errors, 'CODE_TAKEN', { field: 'code', params: { partner } })
  }
  const after = { ...rest, from, to, count: codes.length, ...(code && { code }) }
  await ctx.audit({ action: 'couponCode.create', entity: 'couponCode', entityId: code ?? '-', after })
  return { codes }
})

const lockCode = async (ctx: Ctx, codeId: string, version: number) => {
  const code = await coupons.lockCode(ctx.db, ctx.scope, codeId)
  if (!code) throw refuse(common, 'NOT_FOUND')
  if (code.version !== version) throw refuse(common, 'STALE', { data: { current: { version: code.version } } })
  return code
}
const mayDo = (ctx: Ctx) => (permission: Parameters<typeof may>[1]) => may(ctx.session, permission)

const move = serve(codeMove, async (ctx, { params, body }) => {
  const code = await lockCode(ctx, params.id, body.version)
  const to = step(codeFlow, code.status, body.action, mayDo(ctx), statusWords)
  if (body.action === 'activate' && new Date(code.validBefore) <= ctx.now) throw refuse(errors, 'CODE_ENDED')
  const { from } = codeFlow.actions[body.action]
  if (!(await coupons.moveCode(ctx.db, { id: params.id, from, to, version: body.version }, ctx.now)))
    throw refuse(common, 'STALE')
  const change = { before: { status: code.status }, after: { status: to } }
  await ctx.audit({ action: `couponCode.${body.action}`, entity: 'couponCode', entityId: params.id, ...change })
  return { version: body.version + 1 }
})
const extend = serve(codeExtend, async (ctx, { params, body }) => {
  const code = await lockCode(ctx, params.id, body.version)
  if (code.status === 'disabled') step(codeFlow, code.status, 'extend', mayDo(ctx), statusWords)
  const before = endOf(body.to, ctx.now, 'to')
  if (before <= new Date(code.validFrom)) throw badFilter('to', `≥ ${dayOf(new Date(code.validFrom))}`)
  const to = code.status === 'expired' ? codeFlow.actions.extend.to : code.status
  const next = { id: params.id, from: [code.status], to, version: body.version, before }
  if (!(await coupons.moveCode(ctx.db, next, ctx.now))) throw refuse(common, 'STALE')
  const change = { before: { validBefore: code.validBefore }, after: { validBefore: before.toISOString() } }
  await ctx.audit({ action: 'couponCode.extend', entity: 'couponCode', entityId: params.id, ...change })
  return { version: body.version + 1 }
})

const jobs: Job[] = [
  {
    name: COUPON_JOB,
    cron: '*/30 * * * *',
    async run(job, payload) {
      const only = payload?.accountId ? await readHeld(job.db, { kind: 'all' }, String(payload.accountId)) : undefined
      for (const account of only ? [only] : await readFetched(job.db)) await lookAtDue(job, account)
    },
  },
  {
    name: 'affiliate-clock',
    cron: '*/5 * * * *',
    run: ({ transaction, now }) =>
      transaction(async (db) => {
        await sql.expireTokens(db, now)
        await coupons.expireCodes(db, now)
      }),
  },
]

export const linkRoom = {
  lists,
  jobs,
  verbs: [
    ...[createLink, paste, addToken, disableToken, copied, parse, detail],
    ...[sumCoupons, addCoupons, removeCoupon, createCodes, move, extend],
  ],
}
