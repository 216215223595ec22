import type { Permission } from '../../core/access.ts'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import { step } from '../../core/flow.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import type { Notice, Receivers } from '../../core/notice.ts'
import { LANGUAGES, type Language } from '../../core/text.ts'
import { dayOf, isDay } from '../../core/time.ts'
import { type Ctx, type Feature, type Job, type JobCtx, serve, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import * as contract from './contract.ts'
import { errors } from './errors.ts'
import { type CertificationState, certificationFlow } from './flow.ts'
import { noticeText } from './noticeText.ts'
import { isOrganisationCode, isPaperNumber, maskNumber, plainNumber } from './papers.ts'
import * as sql from './sql.ts'
import { text } from './text.ts'

/** What a paper's sealed number is sealed for. */
export const SEALED_FOR = 'certification'
const BIZ_TYPE = 'certification'

const question = (ctx: Ctx, query: ListQuery) => ({
  ...{ db: ctx.db, list: contract.certificationList, source: sql.source, query, fence: sql.fence(ctx.scope) },
  may: (needs: Permission) => may(ctx.session, needs),
})
const review = serveList({
  list: contract.certificationList,
  text,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

const stateWords = (state: CertificationState) => ({
  'zh-CN': text['zh-CN'].choices.state[state],
  'en-US': text['en-US'].choices.state[state],
})

const read = serve(contract.certificationInfo, async ({ db, scope, language }) => {
  const all = await sql.readOwn(db, scope)
  const enterpriseInfo =
    all.find(({ status }) => status === 'passed') ?? all.find(({ status }) => status !== 'withdrawn')
  return {
    enterpriseInfo: enterpriseInfo ?? null,
    record: all.map((one) => ({
      ...one,
      certificationType: one.accountType,
      certificationContent: noticeText[language].content[one.accountType](one.enterpriseName ?? '', one.legalPerson),
    })),
  }
})

type Say = (words: (typeof noticeText)[Language]) => { title: string; content: string }
const worded = (say: Say) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, say(noticeText[language])])) as Record<
    Language,
    { title: string; content: string }
  >

const partyOf = ({ partnerId, supplierId }: Pick<sql.Held, 'partnerId' | 'supplierId'>): Receivers =>
  partnerId ? { partnerId } : { supplierId: supplierId! }

const tellParty = (ctx: Pick<JobCtx, 'notify'>, of: sql.Held, say: Say): Promise<void> =>
  ctx.notify({
    ...{ to: partyOf(of), type: 'notice', bizType: BIZ_TYPE, bizId: of.id },
    ...{ link: '/user/setting?tab=certification', words: worded(say) },
  })

/** What reviewers have to do. Suppliers belong to no line, so an operator of one line has no business with them. */
export const todoOf = (id: string, name: string, partnerId: string | null): Notice => ({
  to: partnerId ? { roles: ['admin', 'coo'], partnerId } : { roles: ['admin'] },
  ...{ type: 'todo', bizType: BIZ_TYPE, bizId: id, link: '/system/certifications?state=auditing' },
  words: worded((say) => ({ title: say.todo, content: say.todoContent(name) })),
})

/** The name at the field, without blanks around. Throws NAME_SHORT. */
function nameOf(given: string | null, field: string): string {
  const name = given?.trim() ?? ''
  if (name.length < 2) throw refuse(errors, 'NAME_SHORT', { field })
  return name
}

const apply = serve(contract.certificationApply, async (ctx, { body }) => {
  const { scope } = ctx
  if (scope.kind !== 'partner' && scope.kind !== 'supplier') throw refuse(common, 'FORBIDDEN')
  const isEnterprise = body.accountType === 'enterprise'
  const enterpriseName = isEnterprise ? nameOf(body.enterpriseName, 'enterpriseName') : null
  if (isEnterprise && !body.enterpriseCertificateType)
    throw refuse(errors, 'ENTERPRISE_NEEDED', { field: 'enterpriseCertificateType' })
  const organisationCode = isEnterprise ? plainNumber(body.organizationCode ?? '') : null
  if (organisationCode !== null && !isOrganisationCode(organisationCode))
    throw refuse(errors, 'ORGANISATION_CODE', { field: 'organizationCode' })
  const legalPerson = nameOf(body.legalPerson, 'legalPerson')
  const number = plainNumber(body.number)
  if (!isPaperNumber(body.certificateType, number)) throw refuse(errors, 'PAPER_NUMBER', { field: 'number' })
  const { validThrough } = body
  if (validThrough && !isDay(validThrough)) throw refuse(errors, 'BAD_DAY', { field: 'validThrough' })
  if (validThrough && validThrough < dayOf(ctx.now)) throw refuse(errors, 'PAPER_ENDED', { field: 'validThrough' })
  const party = {
    partnerId: scope.kind === 'partner' ? scope.partnerId : null,
    supplierId: scope.kind === 'supplier' ? scope.supplierId : null,
  }
  const made = await sql.addApplication(ctx.db, {
    ...{ ...party, accountType: body.accountType, legalPerson, certificateType: body.certificateType },
    ...{ sealed: ctx.secrets.seal(number, SEALED_FOR), masked: maskNumber(number), enterpriseName, organisationCode },
    enterpriseCertificateType: isEnterprise ? body.enterpriseCertificateType : null,
    ...{ validThrough, by: ctx.session.accessId, now: ctx.now },
  })
  if (!made) throw refuse(errors, 'AUDITING_ALREADY')
  await ctx.audit({
    action: 'certification.apply',
    entity: 'certification',
    entityId: made.id,
    after: { ...party, accountType: body.accountType, certificateType: body.certificateType, state: 'auditing' },
  })
  await ctx.notify(todoOf(made.id, enterpriseName ?? legalPerson, party.partnerId))
  return made
})

/** The application within a fence, in the version meant. Throws NOT_FOUND, STALE. */
async function take(ctx: Ctx, within: ReturnType<typeof sql.fence>, id: string, version: number): Promise<sql.Held> {
  const found = await sql.hold(ctx.db, within, id)
  if (!found) throw refuse(common, 'NOT_FOUND')
  if (found.version !== version) {
    const current = { state: found.state, version: found.version }
    throw refuse(common, 'STALE', { field: 'version', data: { current } })
  }
  return found
}

async function move(ctx: Ctx, found: sql.Held, action: 'pass' | 'reject' | 'withdraw', reason: string | null) {
  const status = step(certificationFlow, found.state, action, (needs) => may(ctx.session, needs), stateWords)
  await sql.decide(ctx.db, found, { state: status, reason, by: ctx.session.accessId, now: ctx.now })
  await ctx.endTodos(BIZ_TYPE, found.id)
  await ctx.audit({
    action: `certification.${action}`,
    entity: 'certification',
    entityId: found.id,
    before: { state: found.state },
    after: { state: status },
    ...(reason && { reason }),
  })
  return { status }
}

const withdraw = serve(contract.certificationWithdraw, async (ctx, { params, body }) => {
  const found = await take(ctx, sql.ownFence(ctx.scope), params.id, body.version)
  return move(ctx, found, 'withdraw', null)
})

const decide = serve(contract.certificationDecide, async (ctx, { params, body: { version, isPassed, reason } }) => {
  const why = isPassed ? null : (reason?.trim() ?? '')
  if (why !== null && why.length < 2) throw refuse(errors, 'REASON_REQUIRED', { field: 'reason' })
  const found = await take(ctx, sql.fence(ctx.scope), params.id, version)
  const moved = await move(ctx, found, isPassed ? 'pass' : 'reject', why)
  await tellParty(ctx, found, (say) =>
    why === null
      ? { title: say.passed, content: say.passedContent(found.name) }
      : { title: say.rejected, content: say.rejectedContent(found.name, why) },
  )
  return moved
})

/** At the end of a day, papers whose last day it was stand no longer. */
const expire: Job = {
  name: 'certification:expire',
  cron: '5 16 * * *',
  run: (ctx) =>
    ctx.transaction(async (db, inner) => {
      for (const one of await sql.expire(db, dayOf(inner.now)))
        await tellParty(inner, one, (say) => ({ title: say.expired, content: say.expiredContent(one.name) }))
    }),
}

export const certification: Feature = {
  lists: [review],
  verbs: [read, apply, withdraw, decide],
  jobs: [expire],
}
