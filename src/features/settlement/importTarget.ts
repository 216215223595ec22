import { SETTLEMENT_PRODUCTS, type SettlementProduct } from '../../core/access.ts'
import type { ImportProblem, ImportRow, ImportRun, ImportTarget } from '../../core/importing.ts'
import { fenOf } from '../../core/money.ts'
import { bucketOf } from '../../core/period.ts'
import { dayOf } from '../../core/time.ts'
import { HAND_TYPES } from './contract/adjustments.ts'
import { importText } from './importText.ts'
import { ALONE_UP_TO, SIGN, tellSecond } from './server/adjustments.ts'
import { eyeOf } from './server/common.ts'
import { addAdjustment, readLastNet, sumAlone } from './sql/adjustments.ts'
import * as sql from './sql/import.ts'
import { text } from './statementText.ts'

const MAX_ROWS = 2_000
const LEAST_REASON = 2
type HandType = (typeof HAND_TYPES)[number]

const wordsOf = <K extends string>(keys: readonly K[], of: (words: (typeof text)['zh-CN']) => Record<K, string>) =>
  Object.fromEntries(keys.map((key) => [key, Object.values(text).map((words) => of(words as never)[key])]))

/** What a row says by itself, by the rules of an adjustment made by hand. */
function refine(row: ImportRow): ImportRow | ImportProblem[] {
  const problems: ImportProblem[] = []
  const refuse = (field: string, reason: string) => problems.push({ field, reason })
  const amount = row.amount ?? ''
  const fen = fenOf(amount.replace(/^−/, '-'))
  const sign = SIGN[row.lineType as HandType]
  if (fen === undefined)
    refuse('amount', /^\s*[-−]?[¥￥]?[\d,]+\.\d{3,}\s*$/.test(amount) ? 'MONEY_DECIMALS' : 'BAD_MONEY')
  else if (fen === 0) refuse('amount', 'ZERO_AMOUNT')
  else if (sign !== undefined && Math.sign(fen) !== sign) refuse('amount', 'SIGN')
  const [, year, month] = /^(20\d{2})[-/.年](\d{1,2})(?:[-/.]0?1|月)?$/.exec(row.originPeriod ?? '') ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  if (!isMonth) refuse('originPeriod', 'BAD_MONTH')
  for (const field of ['reason', 'evidence'])
    if ((row[field] ?? '').length < LEAST_REASON)
      refuse(field, field === 'reason' ? 'REASON_REQUIRED' : 'EVIDENCE_REQUIRED')
  if (problems.length > 0) return problems
  return { ...row, amountFen: String(fen), originPeriod: `${year}-${month!.padStart(2, '0')}-01` }
}

/**
 * Judges the rows in their order, each as if those before it stood: what one person adds alone is counted together, so a
 * large amount does not go in as many small ones.
 */
async function classify({ ctx }: ImportRun): Promise<void> {
  const thisMonth = bucketOf(dayOf(ctx.now), 'month')
  const owed = new Map<string, { net: number; alone: number }>()
  const seen = new Set<string>()
  const judge = async (row: sql.Adjusting): Promise<sql.Judged> => {
    const { rowNo, product, partnerId, matches, amountFen } = row
    const refused = (field: string, reason: string): sql.Judged => ({
      rowNo,
      state: null,
      field,
      reason,
      needsSecond: false,
    })
    if (matches > 1) return refused('partner', 'PARTNER_AMBIGUOUS')
    if (partnerId === null) return refused('partner', 'PARTNER_NOT_FOUND')
    if (row.originPeriod > thisMonth) return refused('originPeriod', 'PERIOD_AHEAD')
    if (row.videoId !== null && !row.isVideoOf) return refused('videoId', 'VIDEO_NOT_FOUND')
    const same = [product, partnerId, row.lineType, amountFen, row.originPeriod, row.videoId, row.evidence].join('|')
    if (seen.has(same)) return refused('evidence', 'TWICE')
    seen.add(same)
    if (row.isKnown) return { rowNo, state: 'unchanged', field: null, reason: null, needsSecond: false }
    const key = `${product} ${partnerId}`
    const stands = owed.get(key) ?? {
      net: Math.abs((await readLastNet(ctx.db, product, partnerId)) ?? 0),
      alone: await sumAlone(ctx.db, product, partnerId),
    }
    owed.set(key, stands)
    const needsSecond = (Math.abs(amountFen) + stands.alone) * ALONE_UP_TO > stands.net
    if (!needsSecond) stands.alone += Math.abs(amountFen)
    return { rowNo, state: 'fresh', field: null, reason: null, needsSecond }
  }
  const judged: sql.Judged[] = []
  for (const row of await sql.readAdjusting(ctx.db, eyeOf(ctx))) judged.push(await judge(row))
  await sql.writeJudged(ctx.db, judged)
}

async function apply({ importId, ctx }: ImportRun): Promise<void> {
  const waiting = new Map<string, { name: string; fen: number }>()
  for (const row of await sql.readFresh(ctx.db, eyeOf(ctx))) {
    const { product, partnerId, partnerName, videoId, lineType, amountFen, originPeriod, reason, evidence } = row
    const id = (await addAdjustment(ctx.db, {
      ...{ product: product as SettlementProduct, partnerId, videoId, lineType: lineType as HandType, amountFen },
      ...{ originPeriod, reason, evidenceId: null, evidenceRef: evidence, needsSecond: row.needsSecond },
      ...{ by: ctx.session.accessId, now: ctx.now },
    }))!
    await sql.keepAdjustment(ctx.db, importId, id)
    await ctx.audit({
      action: 'adjustment.propose',
      entity: 'adjustment',
      entityId: id,
      after: { product, partnerId, lineType, amountFen, originPeriod, evidence },
      reason: `import ${importId}: ${reason}`,
    })
    if (row.needsSecond)
      waiting.set(partnerId, { name: partnerName, fen: (waiting.get(partnerId)?.fen ?? 0) + amountFen })
  }
  for (const [partnerId, { name, fen }] of waiting) await tellSecond(ctx, name, partnerId, fen)
}

/** Pluses and minuses from a file (domain page S10, In): each as one made by hand, with the second person above the limit. */
export const adjustmentsImport: ImportTarget = {
  name: 'adjustments',
  permission: 'settlement.write',
  maxRows: MAX_ROWS,
  page: '/dashboard/settlement/settlement_sm4',
  fields: [
    {
      name: 'product',
      reading: { as: 'choice', words: wordsOf(SETTLEMENT_PRODUCTS, ({ products }) => products) },
      isRequired: true,
      aliases: ['产品', '结算产品', 'product'],
    },
    {
      name: 'partner',
      reading: { as: 'text', max: 100 },
      isRequired: true,
      aliases: ['合作方编号', '合作方名称', '机构', 'partner code'],
    },
    {
      name: 'lineType',
      reading: { as: 'choice', words: wordsOf(HAND_TYPES, ({ lineTypes }) => lineTypes) },
      isRequired: true,
      aliases: ['类型', '调整类型', 'type', 'line_type'],
    },
    { name: 'amount', reading: { as: 'text', max: 30 }, isRequired: true, aliases: ['金额', '调整金额', 'yuan'] },
    {
      name: 'originPeriod',
      reading: { as: 'text', max: 20 },
      isRequired: true,
      aliases: ['账期', '月份', 'month', 'period'],
    },
    { name: 'reason', reading: { as: 'text', max: 400 }, isRequired: true, aliases: ['原因', '说明', 'note'] },
    {
      name: 'evidence',
      reading: { as: 'text', max: 200 },
      isRequired: true,
      aliases: ['凭证', '凭证编号', 'reference'],
    },
    { name: 'videoId', reading: { as: 'id' }, aliases: ['作品id', '视频id', 'video_id'] },
  ],
  text: importText,
  examples: {
    'zh-CN': [['sm4', '青橙互娱', 'bonus', '1200.00', '2026-10', '季度奖励', 'OA-2026-1031', '']],
    'en-US': [['sm4', '青橙互娱', 'bonus', '1200.00', '2026-10', 'Quarterly bonus', 'OA-2026-1031', '']],
  },
  refine,
  classify,
  count: async ({ ctx }) => ({ second: await sql.countSecond(ctx.db) }),
  apply,
  touched: ({ importId, ctx }) => sql.touchedAdjustments(ctx.db, importId),
  async revert({ importId, ctx }) {
    const gone = await sql.withdrawAdjustments(ctx.db, importId)
    await ctx.audit(
      ...gone.map(({ id, state, amountFen }) => ({
        action: 'adjustment.withdrawn',
        entity: 'adjustment',
        entityId: id,
        before: { state },
        after: { state: 'withdrawn', amountFen },
        reason: `undo of import ${importId}`,
      })),
    )
  },
}
