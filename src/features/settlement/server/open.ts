import type { Permission, SettlementProduct } from '../../../core/access.ts'
import { may } from '../../../core/can.ts'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { errors as common, refuse } from '../../../core/errors.ts'
import { type Ctx, type Download, serve, type Verb } from '../../../core/verb.ts'
import { type Explanation, explain } from '../explain.ts'
import { OPEN_LIMIT, OPEN_LINES, openLines, openStatements } from '../openContract.ts'
import { isOpenStatement, readOpenLines, readOpenStatements } from '../sql/open.ts'
import { eyeOf } from './common.ts'

const PAGES: Record<SettlementProduct, Permission> = { wl: 'settlementWl.read', sm4: 'settlementSm4.read' }
/** A machine gets the products whose page its owner may open, as the screen has it. */
const productsOf = ({ session }: Ctx): SettlementProduct[] =>
  (Object.keys(PAGES) as SettlementProduct[]).filter((product) => may(session, PAGES[product]))

/** Without the console's envelope, as the other feeds. */
const answer = <E extends Endpoint>(reply: Reply<E>): Download => ({
  name: 'statements.json',
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(reply),
})

const statements = serve(openStatements, async (ctx, { query }) => {
  const { cursor = '0', limit = OPEN_LIMIT, product, state = null, period = null } = query
  const products = productsOf(ctx).filter((one) => product === undefined || one === product)
  const found = await readOpenStatements(ctx.db, eyeOf(ctx), {
    ...{ after: cursor, limit: limit + 1, products, state, period },
  })
  const items = found.slice(0, limit)
  return answer<typeof openStatements>({ items, nextCursor: found.length > limit ? items.at(-1)!.id : null })
})

const lines = serve(openLines, async (ctx, { params: { id }, query: { cursor = '0', limit = OPEN_LINES } }) => {
  if (!(await isOpenStatement(ctx.db, eyeOf(ctx), productsOf(ctx), id))) throw refuse(common, 'NOT_FOUND')
  const found = await readOpenLines(ctx.db, id, cursor, limit + 1)
  const items = found.slice(0, limit).map((line) => ({
    ...line,
    explanation: explain(line.explanation as Explanation, ctx.language),
  }))
  return answer<typeof openLines>({ items, nextCursor: found.length > limit ? String(items.at(-1)!.lineNo) : null })
})

export const openVerbs: Verb[] = [statements, lines]
