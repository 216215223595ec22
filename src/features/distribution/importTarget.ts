import { AppError } from '../../core/errors.ts'
import type { ImportProblem, ImportRow, ImportRun, ImportTarget } from '../../core/importing.ts'
import { type Platform, readWorkLink } from '../../core/works.ts'
import { MAX_LINKS } from './contract.ts'
import { importText } from './importText.ts'
import { judgeLink } from './links.ts'
import * as sql from './sql/import.ts'
import { settle } from './sql/receipts.ts'
import { type Locked, lockRows } from './sql/rows.ts'

const MAX_ROWS = 2_000

/** The post a link leads to, beside the link. */
function refine(row: ImportRow): ImportRow | ImportProblem[] {
  const work = readWorkLink(row.url ?? '')
  if (!work) return [{ field: 'url', reason: 'UNKNOWN_LINK' }]
  return /^[1-9]\d{0,17}$/.test(row.distId ?? '')
    ? { ...row, platform: work.platform, itemId: work.itemId }
    : [{ field: 'distId', reason: 'NOT_YOURS' }]
}

/** Judges each link by the rules of one submitted by hand, as if those before it in the file were submitted. */
async function classify({ ctx }: ImportRun): Promise<void> {
  const links = await sql.readLinks(ctx.db)
  const ids = [...new Set(links.map(({ distId }) => distId))]
  const rows = new Map((await lockRows(ctx.db, ctx.scope, ids, ctx.now)).map((row) => [row.distId, row]))
  const seen = new Set<string>()
  const judge = (link: sql.Link): sql.Verdict => {
    const { rowNo, distId, platform, itemId, holder } = link
    const refused = (reason: string, field = 'url') => ({ rowNo, state: null, reason, field })
    const row = rows.get(distId)
    if (!row) return refused('NOT_YOURS', 'distId')
    const post = `${platform} ${itemId}`
    if (seen.has(post)) return refused('TWICE')
    seen.add(post)
    if (holder)
      return holder === distId ? { rowNo, state: 'unchanged', reason: null, field: null } : refused('LINK_USED')
    const reason = reasonAgainst(ctx, row, { platform: platform as Platform, itemId })
    if (reason) return refused(reason)
    row.receiptCount++
    row.status = 'published'
    return { rowNo, state: 'fresh', reason: null, field: null }
  }
  await sql.writeVerdicts(ctx.db, links.map(judge))
}

function reasonAgainst(ctx: ImportRun['ctx'], row: Locked, work: { platform: Platform; itemId: string }) {
  try {
    judgeLink(ctx, row, work)
  } catch (error) {
    if (error instanceof AppError) return error.reason
    throw error
  }
  return row.receiptCount >= MAX_LINKS ? 'TOO_MANY_LINKS' : undefined
}

/** Links of suppliers' posts (domain page S8, In): a supplier for its own rows, an operator for all. */
export const linksImport: ImportTarget = {
  name: 'receipts',
  permission: 'distributions.links',
  maxRows: MAX_ROWS,
  page: '/dashboard/distribute_videos',
  fields: [
    { name: 'distId', reading: { as: 'id' }, isRequired: true, aliases: ['dist_id', 'id', '任务id', '分发编号'] },
    {
      name: 'url',
      reading: { as: 'text', max: 1_000 },
      isRequired: true,
      aliases: ['链接', '回链', 'post url', 'link'],
    },
    { name: 'account', reading: { as: 'text', max: 60 }, aliases: ['账号', '渠道账号', 'channel'] },
  ],
  text: importText,
  examples: {
    'zh-CN': [['1024', 'https://www.douyin.com/video/7429900000000000001', '示例账号']],
    'en-US': [['1024', 'https://www.douyin.com/video/7429900000000000001', 'Example account']],
  },
  refine,
  classify,
  count: async ({ ctx }) => ({ tasks: await sql.countTasks(ctx.db) }),
  async apply({ importId, ctx }) {
    const added = await sql.addReceipts(ctx.db, importId, ctx.now)
    await settleAll(ctx, added)
    await ctx.audit(
      ...added.map(({ distId, platform, itemId }) => ({
        action: 'distribution.submit',
        entity: 'distribution',
        entityId: distId,
        after: { platform, platformItemId: itemId },
        reason: `import ${importId}`,
      })),
    )
  },
  touched: ({ importId, ctx }) => sql.touchedReceipts(ctx.db, importId),
  async revert({ importId, ctx }) {
    const gone = await sql.dropReceipts(ctx.db, importId)
    await settleAll(ctx, gone)
    await ctx.audit(
      ...gone.map(({ distId, platform, itemId }) => ({
        action: 'distribution.withdraw',
        entity: 'distribution',
        entityId: distId,
        before: { platform, platformItemId: itemId },
        reason: `undo of import ${importId}`,
      })),
    )
  },
}

async function settleAll({ db, now }: ImportRun['ctx'], posts: readonly { distId: string }[]): Promise<void> {
  for (const distId of new Set(posts.map((one) => one.distId))) await settle(db, distId, now)
}
