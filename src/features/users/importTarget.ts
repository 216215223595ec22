import { foldPhone, maskEmail, maskPhone } from '../../core/contact.ts'
import type { ImportProblem, ImportRow, ImportTarget } from '../../core/importing.ts'
import { importText } from './importText.ts'
import { foldKey, problemsOf } from './rules.ts'
import * as sql from './sqlImport.ts'
import { text } from './text.ts'

const MAX_ACCOUNTS = 5_000
const stateWords = (state: 'wl' | 'sm4') => Object.values(text).map(({ choices }) => choices.accessState[state])

/** The account of a row as it is kept, or what is wrong with it; organisations are looked up where rows are compared. */
function refine(row: ImportRow): ImportRow | ImportProblem[] {
  const account = {
    ...row,
    accessKey: foldKey(row.accessKey ?? ''),
    displayName: row.displayName ?? '',
    phone: row.phone ? foldPhone(row.phone) : null,
    email: row.email ?? null,
  }
  const problems = Object.entries(problemsOf(account)).map(([field, reason]) => ({ field, reason }))
  return problems.length > 0 ? problems : account
}

/** Accounts of partners, which the role scope of the session fences as in the user list (domain page S1, In). */
export const accountsImport: ImportTarget = {
  name: 'users',
  permission: 'users.write',
  maxRows: MAX_ACCOUNTS,
  page: '/dashboard/users',
  fields: [
    {
      name: 'accessKey',
      reading: { as: 'text', max: 100 },
      isRequired: true,
      aliases: ['账号', '用户名', 'login', 'user name'],
    },
    {
      name: 'displayName',
      reading: { as: 'text', max: 100 },
      isRequired: true,
      aliases: ['昵称', '联系人', 'display name'],
    },
    {
      name: 'partner',
      reading: { as: 'text', max: 100 },
      isRequired: true,
      aliases: ['合作方编号', '合作方名称', '机构', 'mcn', 'partner code'],
    },
    {
      name: 'accessState',
      reading: { as: 'choice', words: { wl: stateWords('wl'), sm4: stateWords('sm4') } },
      aliases: ['产品', 'state', 'product'],
    },
    { name: 'phone', reading: { as: 'text', max: 30 }, aliases: ['手机', '电话', 'mobile'] },
    { name: 'email', reading: { as: 'text', max: 300 }, aliases: ['电子邮箱', 'mail'] },
    { name: 'remark', reading: { as: 'text', max: 500 }, aliases: ['说明', 'note', 'notes'] },
  ],
  text: importText,
  examples: {
    'zh-CN': [
      ['qingcheng.zhang', '张晓雯', '青橙互娱', 'sm4', '13800138000', 'zhang@example.com', '负责对账'],
      ['qingcheng.li', '李安', '青橙互娱', '', '', '', ''],
    ],
    'en-US': [
      ['qingcheng.zhang', 'Zhang Xiaowen', '青橙互娱', 'sm4', '13800138000', 'zhang@example.com', 'Bills'],
      ['qingcheng.li', 'Li An', '青橙互娱', '', '', '', ''],
    ],
  },
  refine,
  classify: ({ ctx }) => sql.classifyAccounts(ctx.db, ctx),
  async apply({ importId, ctx }) {
    const made = await sql.insertAccounts(ctx.db, importId, ctx.session.accessId)
    await ctx.audit(
      ...made.map(({ accessId, phone, email, ...after }) => ({
        action: 'user.create',
        entity: 'user',
        entityId: accessId,
        after: { ...after, phone: maskPhone(phone), email: maskEmail(email) },
        reason: `import ${importId}`,
      })),
    )
  },
  touched: ({ importId, ctx }) => sql.touchedAccounts(ctx.db, importId),
  async revert({ importId, ctx }) {
    const gone = await sql.dropAccounts(ctx.db, importId)
    await ctx.audit(
      ...gone.map(({ accessId, accessKey }) => ({
        action: 'user.withdraw',
        entity: 'user',
        entityId: accessId,
        before: { accessKey },
        reason: `undo of import ${importId}`,
      })),
    )
  },
}
