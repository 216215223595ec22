import { defineText, type Language } from '../../core/text.ts'
import { rowFaults } from './errors.ts'
import { FIELD_NAMES, FIELDS } from './fields.ts'

const reasonsIn = (language: Language) =>
  Object.fromEntries(Object.entries(rowFaults).map(([code, words]) => [code, words[language]])) as Record<
    keyof typeof rowFaults,
    string
  >
/** A heading is called what the union's own file calls it. */
const fieldsIn = (at: 0 | 1) =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, (FIELDS[name].heads as readonly string[])[at] ?? name]))

/** The words of the import of union orders. */
export const importText = defineText(
  {
    note: '每行是一条联盟订单，可同时包含多个账号。以行编号识别，更新时间较新的生效，状态只前进不后退，重复导入不会重复入账',
    see: '查看推广订单',
    fields: { unionId: '联盟账号', ...fieldsIn(0) } as Record<string, string>,
    hints: {
      unionId: '联盟 ID 或账号备注名',
      validCode: '例如 16 已付款、17 已完成',
      modifyTime: '北京时间',
    } as Record<string, string>,
    reasons: {
      ...reasonsIn('zh-CN'),
      ACCOUNT_NOT_FOUND: '没有这个联盟账号',
      ACCOUNT_AMBIGUOUS: '有多个同名的联盟账号，请填写联盟 ID',
      TWICE: '文件中有同一行编号的更新记录',
      STATE_BACK: '订单状态不能后退',
    } as Record<string, string>,
    notes: {} as Record<string, string>,
  },
  {
    note: 'A row is an order of the union, of one account or of several. It is known by its row id, the newest word stands, a state only moves forward, and the same file twice counts once',
    see: 'See the orders',
    fields: { unionId: 'Union account', ...fieldsIn(1) },
    hints: {
      unionId: 'Union id, or the name of the account here',
      validCode: 'E.g. 16 paid, 17 finished',
      modifyTime: 'Beijing time',
    },
    reasons: {
      ...reasonsIn('en-US'),
      ACCOUNT_NOT_FOUND: 'no such union account',
      ACCOUNT_AMBIGUOUS: 'several union accounts have this name; give the union id',
      TWICE: 'the file has a newer row of this id',
      STATE_BACK: 'the state of an order does not go back',
    },
    notes: {},
  },
)
