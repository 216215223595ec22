import { may } from '../../core/can.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, serveList } from '../../core/verb.ts'
import { readAll, readPage } from '../../kit/sql/list.ts'
import { jobs } from './clock.ts'
import { riskList } from './contract.ts'
import { fenceCases, riskSource } from './sql/list.ts'
import { text } from './text.ts'
import { bulkVerbs } from './verbs/bulk.ts'
import { claimVerbs } from './verbs/claim.ts'
import { eyeOf } from './verbs/common.ts'
import { decideVerbs } from './verbs/decide.ts'
import { intakeVerbs } from './verbs/intake.ts'
import { partnerVerbs } from './verbs/partner.ts'
import { readVerbs } from './verbs/read.ts'

const question = (ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list: riskList,
  source: riskSource(eyeOf(ctx)),
  query,
  fence: fenceCases(ctx.scope),
  may: (needs: Parameters<typeof may>[1]) => may(ctx.session, needs),
})

const list = serveList({
  list: riskList,
  text,
  page: (ctx, query) => readPage(question(ctx, query)),
  all: (ctx, query) => readAll(question(ctx, query)),
})

export const risk: Feature = {
  lists: [list],
  verbs: [...readVerbs, ...claimVerbs, ...decideVerbs, ...bulkVerbs, ...partnerVerbs, ...intakeVerbs],
  jobs,
}
