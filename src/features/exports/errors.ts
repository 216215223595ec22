import type { Refusal } from '../../core/errors.ts'

export const errors = {
  XLSX_TOO_LARGE: {
    status: 422,
    'zh-CN': '超过 {limit} 行，请改用 CSV 格式',
    'en-US': 'More than {limit} rows; choose CSV',
  },
  TOO_MANY_OPEN: {
    status: 429,
    'zh-CN': '你已有 {limit} 个导出未完成，请等待完成或取消后再试',
    'en-US': '{limit} of your exports are not finished yet; wait for them or cancel one',
  },
  PARTNER_QUOTA: {
    status: 429,
    'zh-CN': '今日导出已达 {limit} 次，请明天再试',
    'en-US': 'Today’s limit of {limit} exports is reached; try again tomorrow',
  },
  ROW_QUOTA: {
    status: 429,
    'zh-CN': '今日导出总行数已达上限，请明天再试或缩小范围',
    'en-US': 'Today’s limit of exported rows is reached; narrow the filters or try again tomorrow',
  },
  SCOPE_CHANGED: {
    status: 422,
    'zh-CN': '权限或数据范围已变更，该文件不再可用，请重新导出',
    'en-US': 'Your rights or rows have changed since, so this file is no longer handed out; export again',
  },
  NO_MORE_RETRIES: {
    status: 422,
    'zh-CN': '已重试 3 次，请缩小范围后重新导出',
    'en-US': 'It was tried again three times; narrow the filters and export again',
  },
  NOT_READY: { status: 409, 'zh-CN': '文件尚未生成', 'en-US': 'There is no file yet' },
  EXPIRED: {
    status: 422,
    'zh-CN': '文件已过期删除，可按相同条件重新导出',
    'en-US': 'The file has expired; export the same filter again',
  },
  TOO_MANY_SCHEDULES: {
    status: 422,
    'zh-CN': '最多保留 {limit} 个定期导出，请先删除不用的',
    'en-US': 'At most {limit} schedules; delete one first',
  },
  NOT_A_WEEKDAY: { status: 400, 'zh-CN': '星期须为 1–7', 'en-US': 'A weekday is a number from 1 to 7' },
  NOT_A_DAY_FILTER: {
    status: 400,
    'zh-CN': '{field} 不是日期筛选项',
    'en-US': '{field} is not a filter on days',
  },
} as const satisfies Record<string, Refusal>
