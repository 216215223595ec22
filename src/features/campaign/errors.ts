import type { Refusal } from '../../core/errors.ts'

export const errors = {
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条作品不存在，未下发任何任务',
    'en-US': '{count} videos not found; nothing was sent',
  },
  COLLECTION_NOT_FOUND: { status: 422, 'zh-CN': '集合不存在', 'en-US': 'No such collection' },
  SUPPLIER_NOT_FOUND: { status: 422, 'zh-CN': '供应商不存在', 'en-US': 'No such supplier' },
  TOO_MANY_ROWS: {
    status: 422,
    'zh-CN': '一次最多下发 {limit} 条任务，请缩小范围',
    'en-US': 'At most {limit} tasks at once; narrow the choice',
  },
  NOTHING_TO_SEND: {
    status: 422,
    'zh-CN': '没有可下发的任务，请查看未下发原因',
    'en-US': 'Nothing can be sent; see why',
  },
  RIGHTS_PERIOD: {
    status: 422,
    'zh-CN': '授权结束须不早于授权开始和今天，且不超过 3 年',
    'en-US': 'The rights must end today or later, not before they start and within 3 years',
  },
  DEADLINE: {
    status: 422,
    'zh-CN': '截止日期须不早于今天，且在授权期内',
    'en-US': 'The deadline must be today or later and within the rights period',
  },
  PRICE: {
    status: 422,
    'zh-CN': '价格方式与单价、分成比例不一致',
    'en-US': 'The price model does not go with the unit price or share given',
  },
} as const satisfies Record<string, Refusal>
