import type { ImportProblem, ImportRow, ImportRun, ImportTarget } from '../../core/importing.ts'
import { importText } from './importText.ts'
import { type Binding, planBindings, type Verdict } from './plan.ts'
import * as sql from './sqlImport.ts'

const MAX_BINDINGS = 20_000

function refine(row: ImportRow): ImportRow | ImportProblem[] {
  const hasEnd = row.bindTime && row.unbindTime
  return hasEnd && row.unbindTime! <= row.bindTime! ? [{ field: 'unbindTime', reason: 'BAD_WINDOW' }] : row
}

function byCreator<T extends { creator: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(row.creator)
    if (group) group.push(row)
    else groups.set(row.creator, [row])
  }
  return groups
}

/** Plans every creator's rows, writes each row's verdict and lays out the bindings before and after. */
async function classify({ ctx }: ImportRun): Promise<void> {
  await sql.resolveRows(ctx.db, ctx.scope)
  const rows = byCreator(await sql.readRows(ctx.db))
  const stored = byCreator(await sql.readStored(ctx.db))
  const verdicts: ({ rowNo: number } & Verdict)[] = []
  const after: ({ creator: string } & Binding)[] = []
  for (const [creator, own] of rows) {
    const plan = planBindings(own, stored.get(creator) ?? [])
    for (const [rowNo, verdict] of plan.verdicts) verdicts.push({ rowNo, ...verdict })
    after.push(...plan.after.map((binding) => ({ creator, ...binding })))
  }
  await sql.writeVerdicts(ctx.db, verdicts)
  await sql.layOutWindows(ctx.db, after)
}

/** Creators and their bindings to partners (domain page 2.2). Owners of videos follow, so it is for those who set owners. */
export const bindingsImport: ImportTarget = {
  name: 'bindings',
  permission: 'data.own',
  maxRows: MAX_BINDINGS,
  page: '/dashboard/data',
  fields: [
    { name: 'platform', reading: { as: 'platform' }, isRequired: true, aliases: ['发布平台', '渠道', 'channel'] },
    {
      name: 'creatorUid',
      reading: { as: 'text', max: 100 },
      isRequired: true,
      aliases: ['uid', '达人id', '账号id', '作者uid', 'creator id', 'open id'],
    },
    {
      name: 'creatorName',
      reading: { as: 'text', max: 100 },
      aliases: ['达人', '昵称', '账号名称', '作者', 'nickname', 'creator name'],
    },
    {
      name: 'partner',
      reading: { as: 'text', max: 100 },
      isRequired: true,
      aliases: ['合作方编号', '合作方名称', '机构', 'mcn', 'partner code'],
    },
    {
      name: 'bindTime',
      reading: { as: 'instant' },
      isRequired: true,
      aliases: ['绑定日期', '开始时间', '生效时间', 'bind time', 'start'],
    },
    {
      name: 'unbindTime',
      reading: { as: 'instant' },
      aliases: ['解绑日期', '结束时间', '失效时间', 'unbind time', 'end'],
    },
  ],
  text: importText,
  examples: {
    'zh-CN': [
      ['抖音', '1000001', '示例达人', '青橙互娱', '2026-10-01 00:00', '2026-11-01 00:00'],
      ['抖音', '1000001', '示例达人', '拾光内容', '2026-11-01 00:00', ''],
    ],
    'en-US': [
      ['douyin', '1000001', 'Example creator', '青橙互娱', '2026-10-01 00:00', '2026-11-01 00:00'],
      ['douyin', '1000001', 'Example creator', '拾光内容', '2026-11-01 00:00', ''],
    ],
  },
  refine,
  classify,
  count: ({ ctx }) => sql.countBeside(ctx.db),
  async apply({ importId, ctx }) {
    await sql.writeCreators(ctx.db, importId)
    const written = await sql.writeBindings(ctx.db, importId)
    await sql.moveVideos(ctx.db, { importId, actorId: ctx.session.accessId, reason: `import ${importId}` })
    await ctx.audit(
      ...written.map(({ creatorId, isFresh, before, after }) => ({
        action: isFresh ? 'creator.bind' : 'creator.unbind',
        entity: 'creator',
        entityId: creatorId,
        ...(isFresh ? {} : { before }),
        after,
        reason: `import ${importId}`,
      })),
    )
  },
  touched: ({ importId, ctx }) => sql.touchedBindings(ctx.db, importId),
  async revert({ importId, ctx }) {
    await sql.layOutUndo(ctx.db, importId)
    const gone = await sql.revertBindings(ctx.db, importId)
    await sql.moveVideos(ctx.db, { actorId: ctx.session.accessId, reason: `undo of import ${importId}` })
    await sql.dropCreators(ctx.db, importId)
    await ctx.audit(
      ...gone.map(({ creatorId, before, after }) => ({
        action: 'creator.restore',
        entity: 'creator',
        entityId: creatorId,
        before,
        after,
        reason: `undo of import ${importId}`,
      })),
    )
  },
}
