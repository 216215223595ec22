/** The states of an order in words, by the union's code (domain page S22.5). */
export const ORDER_STATES = ['pending', 'paid', 'finished', 'invalid', 'violation', 'unknown'] as const
export type OrderState = (typeof ORDER_STATES)[number]

export const TRACE_TYPES = ['sameShop', 'crossShop'] as const
export const BILL_STATES = ['estimating', 'adjusted', 'final'] as const

export type FieldKind = 'text' | 'id' | 'count' | 'code' | 'money' | 'percent' | 'time' | 'day' | 'flag' | 'months'

/** What an order row brings: the union's name, what a file's heading calls it, and how it is read. */
export const FIELDS = {
  id: { heads: ['行编号', 'row id'], kind: 'id', required: true },
  orderId: { heads: ['订单号', 'order id'], kind: 'id', required: true },
  parentId: { heads: ['父单号', 'parent order'], kind: 'id' },
  orderTime: { heads: ['下单时间', 'ordered'], kind: 'time', required: true },
  finishTime: { heads: ['完成时间', 'finished'], kind: 'time' },
  modifyTime: { heads: ['更新时间', 'modified'], kind: 'time', required: true },
  skuId: { heads: ['商品编号', 'sku'], kind: 'id', required: true },
  skuName: { heads: ['商品名称', 'product'], kind: 'text' },
  skuNum: { heads: ['数量', 'quantity'], kind: 'count' },
  skuReturnNum: { heads: ['退货数量', 'returned'], kind: 'count' },
  skuFrozenNum: { heads: ['售后中数量', 'in after-sales'], kind: 'count' },
  price: { heads: ['单价', 'price (cny)'], kind: 'money' },
  cid1: { heads: ['一级类目编号', 'category id'], kind: 'id' },
  cid1Name: { heads: ['一级类目', 'category'], kind: 'text' },
  shopName: { heads: ['店铺', 'shop'], kind: 'text' },
  orderEmt: { heads: ['下单设备', 'device'], kind: 'count' },
  plus: { heads: ['plus 会员', 'plus'], kind: 'flag' },
  traceType: { heads: ['跟单类型', 'trace type'], kind: 'count' },
  commissionRate: { heads: ['佣金比例', 'commission rate (%)'], kind: 'percent' },
  subSideRate: { heads: ['分成比例', 'share rate (%)'], kind: 'percent' },
  subsidyRate: { heads: ['补贴比例', 'subsidy rate (%)'], kind: 'percent' },
  finalRate: { heads: ['最终比例', 'final rate (%)'], kind: 'percent' },
  estimateCosPrice: { heads: ['预估计佣金额', 'estimated base (cny)'], kind: 'money' },
  estimateFee: { heads: ['预估佣金', 'estimated fee (cny)'], kind: 'money' },
  actualCosPrice: { heads: ['实际计佣金额', 'actual base (cny)'], kind: 'money' },
  actualFee: { heads: ['实际佣金', 'actual fee (cny)'], kind: 'money' },
  proPriceAmount: { heads: ['价保金额', 'price protection (cny)'], kind: 'money' },
  giftCouponOcsAmount: { heads: ['礼金成本', 'gift cost (cny)'], kind: 'money' },
  validCode: { heads: ['订单状态码', 'valid code'], kind: 'code', required: true },
  payMonth: { heads: ['结算日期', 'pay date'], kind: 'day' },
  balanceExt: { heads: ['结算变动', 'balance by month'], kind: 'months' },
  positionId: { heads: ['推广位', 'position'], kind: 'id' },
  subUnionId: { heads: ['子渠道', 'sub id'], kind: 'text' },
  pid: { heads: ['pid'], kind: 'text' },
  expressStatus: { heads: ['物流状态', 'express status'], kind: 'count' },
} as const satisfies Record<string, { heads: readonly string[]; kind: FieldKind; required?: boolean }>
export type Field = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as Field[]

/** How an account's orders come: sent to us, by the union's keys, or with a browser's cookies. */
export const SOURCES = ['feed', 'api', 'cookie'] as const
export const HEALTHS = ['unknown', 'valid', 'expiring', 'expired', 'blocked'] as const

/** What a person may have fetched at once. */
export const SYNC_KINDS = ['orders', 'figures', 'coupons'] as const
export type SyncKind = (typeof SYNC_KINDS)[number]
/** Days one run may span: order windows are an hour each, figures a day. */
export const MOST_SYNC_DAYS = { orders: 7, figures: 31 } as const
