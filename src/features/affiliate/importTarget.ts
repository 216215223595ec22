import type { ImportField, ImportProblem, ImportRow, ImportRun, ImportTarget } from '../../core/importing.ts'
import { FIELD_NAMES, FIELDS, type Field } from './fields.ts'
import { importText } from './importText.ts'
import { type JdRow, readRow } from './read.ts'
import { digestOf, takeOrders } from './sql/book.ts'
import * as sql from './sql/import.ts'

const MAX_ROWS = 50_000
const LONGEST_CELL = 500

/** How far an order has come, by the union's code: pending, paid, finished, over. */
const rankOf = (code: unknown): number => ({ 15: 0, 24: 0, 16: 1, 17: 2 })[Number(code)] ?? 3

/** A row as the union's own file has it. */
function refine(row: ImportRow): ImportRow | ImportProblem[] {
  const { unionId, ...cells } = row
  const read = readRow(cells)
  if ('code' in read) return [{ field: read.field, reason: read.code }]
  return {
    ...row,
    jd: JSON.stringify({ fields: read.fields, raw: cells }),
    ...{ digest: digestOf(read), modifiedAt: read.fields.modifyTime, rank: String(rankOf(read.fields.validCode)) },
  }
}

async function apply({ importId, ctx }: ImportRun): Promise<void> {
  for (const { accountId, jd } of await sql.readTaken(ctx.db)) {
    const rows = jd.map((one) => JSON.parse(one) as JdRow)
    const rowIds = rows.map(({ fields }) => fields.id)
    await sql.keepBefore(ctx.db, importId, accountId, rowIds)
    const effect = await takeOrders(ctx.db, accountId, rows, ctx.now)
    await sql.keepAfter(ctx.db, importId, accountId, rowIds)
    await ctx.audit({
      ...{ action: 'jdOrder.import', entity: 'unionAccount', entityId: accountId, after: { importId, ...effect } },
    })
  }
}

const field = (name: Field): ImportField => ({
  name,
  reading: { as: 'text', max: LONGEST_CELL },
  isRequired: 'required' in FIELDS[name],
  aliases: FIELDS[name].heads,
})

/**
 * The union's own files of orders, of one or of several accounts (domain page S22.5). A row is known by its account and
 * row number, the newest word of the union stands, and an order only moves forward.
 */
export const unionOrdersImport: ImportTarget = {
  name: 'unionOrders',
  permission: 'affiliate.write',
  maxRows: MAX_ROWS,
  page: '/affiliate/orders',
  fields: [
    {
      name: 'unionId',
      reading: { as: 'text', max: 60 },
      isRequired: true,
      aliases: ['联盟账号', '联盟id', '账号备注', 'union account', 'union id'],
    },
    ...FIELD_NAMES.map(field),
  ],
  text: importText,
  examples: { 'zh-CN': exampleRows(), 'en-US': exampleRows() },
  refine,
  classify: ({ ctx }) => sql.classify(ctx.db, ctx.scope),
  apply,
  touched: ({ importId, ctx }) => sql.touchedOrders(ctx.db, importId),
  async revert({ importId, ctx }) {
    for (const { accountId, taken, restored } of await sql.revertOrders(ctx.db, importId, ctx.now))
      await ctx.audit({
        ...{
          action: 'jdOrder.revert',
          entity: 'unionAccount',
          entityId: accountId,
          after: { importId, taken, restored },
        },
      })
  },
}

function exampleRows(): string[][] {
  const cells: Partial<Record<Field, string>> = {
    ...{
      id: '2811000001_1',
      orderId: '2811000001',
      orderTime: '2026-10-01 10:00:00',
      modifyTime: '2026-10-01 10:00:30',
    },
    ...{ skuId: '100012043978', skuName: '保温杯', skuNum: '1', price: '99.00', commissionRate: '10.00' },
    ...{ estimateCosPrice: '99.00', estimateFee: '8.91', validCode: '16', subUnionId: 'p1' },
  }
  return [['1000012345', ...FIELD_NAMES.map((name) => cells[name] ?? '')]]
}
