export const SETTLEMENT_TYPES = [
  'CPM',
  'FIXED_PRICE',
  'CPA',
  'RANK',
  'EFFECT',
  'GIFT',
  'MONEY_SHARE',
  'FLOW_SHARE',
  'STAR_SUPPORT',
  'EXCHANGE',
] as const
/** As the star API spells them. */
export const ORDER_STATES = ['WAIT_PAYMENT', 'RECEIVEING', 'ONGOING', 'FINISHED', 'WAIT_EVALUATE', 'CANCELED'] as const
export const FOLLOW_STATES = ['none', 'following', 'reviewed'] as const

export type FieldKind = 'text' | 'settlement' | 'status' | 'money' | 'count' | 'rate' | 'words' | 'time'

/** What an order brings: the star API's name, what a file's heading calls it, and how it is read. */
export const FIELDS = {
  star_id: { heads: ['星图账户', 'star account'], kind: 'text', required: true },
  order_id: { heads: ['订单id', 'order id'], kind: 'text', required: true },
  demand_id: { heads: ['任务id', 'task id'], kind: 'text' },
  demand_name: { heads: ['任务名称', 'task'], kind: 'text' },
  item_id: { heads: ['视频id', 'video item id'], kind: 'text' },
  video_url: { heads: ['视频链接', 'video link'], kind: 'text' },
  title: { heads: ['视频', '视频标题', 'video'], kind: 'text' },
  author_id: { heads: ['达人id', 'creator id'], kind: 'text' },
  author_name: { heads: ['达人', 'creator'], kind: 'text' },
  component_type: { heads: ['组件类型', 'component'], kind: 'text' },
  settlement_type: { heads: ['结算方式', 'settlement'], kind: 'settlement', required: true },
  order_status: { heads: ['订单状态', 'order status'], kind: 'status', required: true },
  price: { heads: ['订单金额', 'price (cny)'], kind: 'money', required: true },
  cpm: { heads: ['千次播放成本', 'cpm (cny)'], kind: 'money' },
  play: { heads: ['播放', '播放量', 'plays'], kind: 'count' },
  like: { heads: ['点赞', 'likes'], kind: 'count' },
  comment: { heads: ['评论', 'comments'], kind: 'count' },
  share: { heads: ['分享', 'shares'], kind: 'count' },
  finish_rate: { heads: ['完播率', 'finish rate'], kind: 'rate' },
  five_s_play_rate: { heads: ['有效播放率', 'effective play rate'], kind: 'rate' },
  play_rate: { heads: ['平均播放率', 'average play rate'], kind: 'rate' },
  component_show: { heads: ['组件展示', 'component impressions'], kind: 'count' },
  component_click: { heads: ['组件点击', 'component clicks'], kind: 'count' },
  ctr: { heads: ['点击率', 'click rate'], kind: 'rate' },
  pos_rate: { heads: ['正向评论率', 'positive comments'], kind: 'rate' },
  neu_rate: { heads: ['中性评论率', 'neutral comments'], kind: 'rate' },
  neg_rate: { heads: ['负向评论率', 'negative comments'], kind: 'rate' },
  hot_words: { heads: ['热词', 'hot words'], kind: 'words' },
  create_time: { heads: ['下单时间', 'ordered'], kind: 'time', required: true },
  update_time: { heads: ['数据更新时间', 'data updated'], kind: 'time', required: true },
} as const satisfies Record<string, { heads: readonly string[]; kind: FieldKind; required?: boolean }>
export type Field = keyof typeof FIELDS
export const FIELD_NAMES = Object.keys(FIELDS) as Field[]
