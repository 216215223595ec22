import type { Refusal, Words } from '../../core/errors.ts'
import type { RowFault } from './read.ts'

export const errors = {
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
  NO_FILE: { status: 400, 'zh-CN': '请选择文件', 'en-US': 'Choose a file' },
  ENCODING: {
    status: 422,
    'zh-CN': '无法识别文件编码，请使用 UTF-8 或 GB18030 的 CSV',
    'en-US': 'The encoding is not recognised; use a CSV in UTF-8 or GB18030',
  },
  MALFORMED: { status: 422, 'zh-CN': '第 {line} 行附近不是有效的 CSV', 'en-US': 'Not a valid CSV near line {line}' },
  DOUBLE_HEADER: { status: 422, 'zh-CN': '表头「{name}」重复', 'en-US': 'The heading “{name}” stands twice' },
  MISSING_COLUMN: { status: 422, 'zh-CN': '缺少列「{name}」', 'en-US': 'The column “{name}” is missing' },
  EMPTY: { status: 422, 'zh-CN': '文件没有数据行', 'en-US': 'The file has no rows' },
  TOO_LONG: { status: 422, 'zh-CN': '一次最多导入 {limit} 行', 'en-US': 'At most {limit} rows at once' },
  NOTHING_TO_APPLY: { status: 422, 'zh-CN': '没有可导入的行', 'en-US': 'No row of it can be taken in' },
  APPLIED: { status: 422, 'zh-CN': '该文件已导入', 'en-US': 'This file has been taken in already' },
  UNKNOWN_ACCOUNT: {
    status: 422,
    'zh-CN': '联盟ID {unionId} 不是已启用的联盟账号',
    'en-US': 'No enabled union account has the union id {unionId}',
  },
  MONTH_CLOSED: { status: 422, 'zh-CN': '{month} 已月结', 'en-US': '{month} is closed already' },
  MONTH_OPEN: {
    status: 422,
    'zh-CN': '{month} 的账单尚未全部出具，不能月结',
    'en-US': '{month} still has open bills and cannot be closed',
  },
  UNION_ID_TAKEN: { status: 422, 'zh-CN': '该联盟ID 已添加', 'en-US': 'This union id is here already' },
  KEYS_NEEDED: {
    status: 422,
    'zh-CN': '官方接口方式需要 App Key 与密钥',
    'en-US': 'The official interface needs an app key and a secret',
  },
  ACCOUNT_IN_USE: {
    status: 422,
    'zh-CN': '该账号已有订单或链接，不能删除，可以停用',
    'en-US': 'It has orders or links and cannot be deleted; switch it off instead',
  },
  ACCOUNT_OFF: { status: 422, 'zh-CN': '该账号已停用', 'en-US': 'This account is switched off' },
  NOT_FETCHED: {
    status: 422,
    'zh-CN': '该账号的订单由接口推送，无需同步',
    'en-US': 'Orders of this account are sent to us; there is nothing to fetch',
  },
  SYNC_RUNNING: {
    status: 422,
    'zh-CN': '该账号正在同步，请等它结束',
    'en-US': 'This account is being fetched; wait until it is done',
  },
  COOKIES_EMPTY: { status: 422, 'zh-CN': '没有识别到 Cookie', 'en-US': 'There is no cookie in it' },
  COOKIES_TOO_LARGE: { status: 422, 'zh-CN': 'Cookie 超过 16 KB', 'en-US': 'More than 16 KB' },
  COOKIES_CONTROL: {
    status: 422,
    'zh-CN': 'Cookie 值中有换行或控制字符',
    'en-US': 'A value has a line break or a control character in it',
  },
  COOKIES_MALFORMED: {
    status: 422,
    'zh-CN': '格式无法识别：请粘贴 k=v、Cookie 请求头、扩展导出的 JSON 或 Netscape 文件',
    'en-US': 'Not understood: paste k=v pairs, a Cookie header, an extension’s JSON or a Netscape file',
  },
  COOKIES_MISSING: {
    status: 422,
    'zh-CN': '缺少必需的 Cookie：{names}',
    'en-US': 'These cookies are missing: {names}',
  },
  COOKIES_FOREIGN: { status: 422, 'zh-CN': 'Cookie 属于另一账号', 'en-US': 'The cookies belong to another account' },
  COOKIES_WITHOUT_PIN: {
    status: 422,
    'zh-CN': 'Cookie 中没有账号标识（pin），无法确认归属',
    'en-US': 'The cookies do not say whose they are (pin)',
  },
  UNION_EXPIRED: {
    status: 422,
    'zh-CN': '联盟不接受这组密钥或 Cookie',
    'en-US': 'The union does not take these keys or cookies',
  },
  UNION_BLOCKED: {
    status: 422,
    'zh-CN': '账号被联盟风控',
    'en-US': 'The union’s risk control has stopped the account',
  },
  UNION_BUSY: {
    status: 503,
    'zh-CN': '联盟暂时没有响应，请稍后重试',
    'en-US': 'The union does not answer right now; try again',
  },
  UNION_REFUSED: { status: 422, 'zh-CN': '联盟拒绝了这个请求', 'en-US': 'The union refused the request' },
  NOT_JD: { status: 422, 'zh-CN': '不是京东的 https 链接', 'en-US': 'Not an https link of JD' },
  ACCOUNT_NEEDED: { status: 422, 'zh-CN': '请选择已启用的联盟账号', 'en-US': 'Choose a union account that is in use' },
  OWNER_NEEDED: { status: 422, 'zh-CN': '请选择你负责的合作方', 'en-US': 'Choose one of your partners' },
  WORK_NOT_FOUND: {
    status: 422,
    'zh-CN': '作品不存在、不在你的范围内，或没有归属',
    'en-US': 'No such work, not one of yours, or nobody’s',
  },
  LINK_KNOWN: {
    status: 422,
    'zh-CN': '该账号已有同一商品、同一子渠道的链接',
    'en-US': 'The account has a link of this product and sub-channel already',
  },
  TEMPLATE_WITHOUT_TOKEN: {
    status: 422,
    'zh-CN': '文案中须包含口令变量 token',
    'en-US': 'The text needs the variable token',
  },
  TOKEN_KNOWN: { status: 422, 'zh-CN': '该口令已登记', 'en-US': 'This token is here already' },
  ONE_NAMED_CODE: { status: 422, 'zh-CN': '指定券码时数量须为 1', 'en-US': 'A named code is one code' },
  CODE_VALUE: { status: 422, 'zh-CN': '请填写优惠金额或折扣', 'en-US': 'Say what it takes off' },
  CODE_THRESHOLD: {
    status: 422,
    'zh-CN': '使用门槛至少为立减金额的 2 倍',
    'en-US': 'It must ask for at least twice what it takes off',
  },
  CODE_TAKEN: { status: 422, 'zh-CN': '已被占用（{partner}）', 'en-US': 'Taken ({partner})' },
  CODE_ENDED: { status: 422, 'zh-CN': '有效期已过，请先延期', 'en-US': 'Its time is over; extend it first' },
  NOTE_NEEDED: { status: 422, 'zh-CN': '差额较大，请填写说明', 'en-US': 'Say why it differs this much' },
} as const satisfies Record<string, Refusal>

/** What is wrong with one row of a delivery. */
export const rowFaults: Record<RowFault, Words> = {
  REQUIRED: { 'zh-CN': '不能为空', 'en-US': 'must not be empty' },
  TEXT: { 'zh-CN': '不是有效文本；长编号请以文本提供', 'en-US': 'not a valid text; send long ids as text' },
  COUNT: { 'zh-CN': '须为整数', 'en-US': 'must be a whole number' },
  MONEY: { 'zh-CN': '金额须为文本，例如 "12.30"', 'en-US': 'an amount must be text, e.g. "12.30"' },
  RATE: { 'zh-CN': '比例须为文本，例如 "9.5"', 'en-US': 'a percentage must be text, e.g. "9.5"' },
  TIME: { 'zh-CN': '不是有效时间，例如 2026-11-19 09:42:00', 'en-US': 'not a valid time, e.g. 2026-11-19 09:42:00' },
}

/** What is wrong with a figure of a delivery. */
export const figureFault = (field: string): Words => ({
  'zh-CN': `${field} 无法识别`,
  'en-US': `${field} is not understood`,
})
