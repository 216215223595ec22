import type { Permission } from './access.ts'
import { defineText, type Language } from './text.ts'
import type { Ctx } from './verb.ts'

/** What can be brought in from files, in the order it is offered. */
export const IMPORT_TARGETS = ['metrics', 'users', 'bindings', 'receipts', 'adjustments', 'unionOrders'] as const
export type ImportTargetName = (typeof IMPORT_TARGETS)[number]

export const importTargetText = defineText(
  {
    metrics: '作品数据',
    users: '合作方账号',
    bindings: '达人绑定',
    receipts: '分发回链',
    adjustments: '结算调整',
    unionOrders: '联盟订单',
  } satisfies Record<ImportTargetName, string>,
  {
    metrics: 'Video data',
    users: 'Partner accounts',
    bindings: 'Creator bindings',
    receipts: 'Links of posts',
    adjustments: 'Settlement adjustments',
    unionOrders: 'Union orders',
  },
)

/** How a cell is read. Data, not functions: it travels to the thread that reads files. */
export type Reading =
  /** As it was written, without outer blanks. */
  | { as: 'text'; max: number }
  /** An id of ours or of a platform; one a spreadsheet has rounded is refused. */
  | { as: 'id' }
  | { as: 'platform' }
  /** A day with an optional time, Asia/Shanghai unless it names a zone; becomes an ISO instant. */
  | { as: 'instant' }
  /** One of a set, by its value or by any of its words. */
  | { as: 'choice'; words: Record<string, readonly string[]> }

export interface ImportField {
  name: string
  reading: Reading
  isRequired?: boolean
  /** Headings it is recognised by beside its own name and words; case, blanks and units in brackets do not matter. */
  aliases?: readonly string[]
}

/** The words of a target in one language. */
export interface ImportTargetText {
  /** What a row of the file means. */
  note: string
  /** The link to where the rows are seen after. */
  see: string
  fields: Record<string, string>
  hints: Record<string, string>
  /** Why a row is refused, beside the reasons every file shares. */
  reasons: Record<string, string>
  /** What the import does beside its rows; `{n}` is the figure. */
  notes: Record<string, string>
}

/** The cells of a row by field, read; null where the file says nothing. */
export type ImportRow = Record<string, string | null>

export interface ImportProblem {
  field: string
  reason: string
}

/** One run over the rows of a file, in a transaction of its own. */
export interface ImportRun {
  importId: string
  /** The account that imports, with its rights of this moment. */
  ctx: Ctx
}

/**
 * What a room can take in from a file. The rows that could be read stand in the temporary table `import_entry(row_no,
 * data, cells, state, field, reason, before)`, `data` being an ImportRow. `classify` gives each row its state, `fresh`,
 * `changed` or `unchanged`, or refuses it with `field` and `reason`; in `before` it may say what stands there now.
 */
export interface ImportTarget {
  name: ImportTargetName
  permission: Permission
  maxRows: number
  fields: readonly ImportField[]
  text: Record<Language, ImportTargetText>
  /** Rows of the template, in the fields' order. */
  examples: Record<Language, readonly (readonly string[])[]>
  /** Where the rows are seen after. */
  page: string
  /** What a row says by itself: the row as it is to be staged, or everything wrong with it, the worst first. */
  refine?(row: ImportRow): ImportRow | ImportProblem[]
  classify(run: ImportRun): Promise<void>
  /** What will happen beside the rows themselves, by name of its note. */
  count?(run: ImportRun): Promise<Record<string, number>>
  /** Writes fresh and changed rows, with their audit entries and what `revert` needs in import_change. */
  apply(run: ImportRun): Promise<void>
  /** What an import wrote and somebody has touched since, named so that a person finds it. */
  touched(run: ImportRun): Promise<string[]>
  /** Puts everything back; called only where nothing was touched. */
  revert(run: ImportRun): Promise<void>
}
