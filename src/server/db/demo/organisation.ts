import { addDays, startOf } from '../../../core/time.ts'
import { type Category, categories, type Topic } from './categories.ts'
import { type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

export interface Partner {
  id: number
  code: string
  name: string
  kind: string
  status: string
  teamId: number
  lineId: number
  since: string
}

export interface Creator {
  id: number
  platform: string
  platformUid: string
  accountNo: string
  nickname: string
  fans: number
  /** What the creator makes, as an id of the category table. */
  topic: Topic
  topicId: number
  product: 'wl' | 'sm4' | null
  /** Multiplies the plays of everything this creator makes. */
  reach: number
  /** When bound to whom, in milliseconds; in order, without overlap. */
  bindings: { partnerId: number; from: number; to: number | null; source: string }[]
}

export interface Organisation {
  lines: { id: number; name: string }[]
  teams: { id: number; name: string; parentId: number | null; lineId: number; path: string }[]
  partners: Partner[]
  suppliers: { id: number; code: string; name: string }[]
  categories: { id: number; parentId: number | null; code: string; zh: string; en: string; sort: number }[]
  creators: Creator[]
}

const LINES = ['内容投稿业务线', '短剧分销业务线']
/** The second is part of the first, so that "a team and those below it" is more than one. */
const TEAMS = [
  { name: '华东组', line: 1, parent: null },
  { name: '华东二组', line: 1, parent: 1 },
  { name: '华南组', line: 2, parent: null },
  { name: '短剧组', line: 2, parent: null },
]
/** Team of a partner by its number: the first two partners are of different lines. */
const TEAM_OF_PARTNER = [1, 3, 2, 4]
const PARTNERS = [
  ['qingyou', '青柚里传媒', 'mcn'],
  ['yunxiu', '云岫内容工场', 'mcn'],
  ['shiguangli', '拾光里工作室', 'studio'],
  ['yizhen', '一帧半文化', 'agency'],
  ['mailang', '麦浪短视频', 'mcn'],
  ['jingchao', '鲸潮互娱', 'mcn'],
  ['nanping', '南屏晚钟影像', 'studio'],
  ['mumian', '木棉街文化', 'agency'],
  ['zhixia', '知夏有声', 'mcn'],
  ['haitangli', '海棠里内容社', 'studio'],
  ['baichuanlu', '百川路传播', 'agency'],
  ['zhouyi', '周屿个人工作室', 'person'],
] as const
const SUPPLIERS = [
  ['jufan', '聚帆矩阵分发'],
  ['lianqu', '联渠同城传播'],
  ['shuangjiang', '双江账号联盟'],
] as const

const WHO = [
  ...[
    '阿泽',
    '小满',
    '林姐',
    '周周',
    '老陈',
    '豆子',
    '木木',
    '大鹏',
    '阿宁',
    '七七',
    '橙子',
    '小北',
    '阿夏',
    '老魏',
    '果果',
  ],
  ...[
    '小鱼',
    '阿哲',
    '南风',
    '十一',
    '大圆',
    '可乐',
    '芒果',
    '沈一',
    '阿蓝',
    '苗苗',
    '老郭',
    '青青',
    '一一',
    '石头',
    '桃子',
  ],
  ...[
    '小楠',
    '阿炳',
    '春生',
    '米粒',
    '许多',
    '冬至',
    '阿蒙',
    '小唐',
    '安安',
    '麦子',
    '老秦',
    '半夏',
    '小路',
    '阿椒',
    '知了',
  ],
]
const BEFORE = [
  ...Array<string>(14).fill(''),
  '爱折腾的',
  '城南',
  '北方',
  '早起的',
  '胖',
  '江边',
  '隔壁',
  '慢半拍',
  '大山里的',
  '老街',
]

const PLATFORM_WEIGHTS = { douyin: 52, kuaishou: 20, bilibili: 12, wechat_channels: 9, xigua: 4, toutiao: 3 }
const DAY_MS = 86_400_000

/** Everything that is there before the first video. */
export function drawOrganisation(size: Size): Organisation {
  const partners = drawPartners(size)
  const tree = categories.flatMap((category) => [category, ...category.topics])
  const idOf = new Map(tree.map((category, at) => [category.code, at + 1]))
  return {
    lines: LINES.slice(0, size.lines).map((name, at) => ({ id: at + 1, name })),
    teams: TEAMS.slice(0, size.teams).map(({ name, line, parent }, at) => ({
      id: at + 1,
      name,
      parentId: parent,
      lineId: line,
      path: parent ? `/${parent}/${at + 1}/` : `/${at + 1}/`,
    })),
    partners,
    suppliers: SUPPLIERS.slice(0, size.suppliers).map(([code, name], at) => ({ id: at + 1, code, name })),
    categories: tree.map((category, at) => ({
      id: at + 1,
      parentId: 'topics' in category ? null : idOf.get(category.code.split('.')[0]!)!,
      code: category.code,
      zh: category.zh,
      en: category.en,
      sort: at,
    })),
    creators: Array.from({ length: size.creators }, (_, at) => drawCreator(size, at, partners, idOf)),
  }
}

function drawPartners(size: Size): Partner[] {
  return Array.from({ length: size.partners }, (_, at) => {
    const random = randomOf(size.seed, 1, at)
    const [code, name, kind] = PARTNERS[at % PARTNERS.length]!
    const round = Math.floor(at / PARTNERS.length)
    const teamId = TEAM_OF_PARTNER[at % size.teams]!
    return {
      id: at + 1,
      code: round ? `${code}${round + 1}` : code,
      name: round ? `${name}（${round + 1}部）` : name,
      kind,
      status: at < 4 ? 'active' : random.weigh({ active: 8, trial: 1, frozen: 1 }),
      teamId,
      lineId: TEAMS[teamId - 1]!.line,
      since: addDays(size.through, -random.int(500, 1100)),
    }
  })
}

function drawCreator(size: Size, at: number, partners: Partner[], idOf: Map<string, number>): Creator {
  const random = randomOf(size.seed, 2, at)
  const category = random.pick(categories)
  const topic = random.pick(category.topics)
  const platform = random.weigh(PLATFORM_WEIGHTS)
  const reach = Math.exp(random.normal() * 0.7)
  const partnerAt = at < partners.length ? at : Math.floor(partners.length * random.next() ** 1.5)
  return {
    id: at + 1,
    platform,
    platformUid: `MS4wLjAB${(at + 1).toString(36).padStart(6, '0')}${random.int(0, 2 ** 31).toString(36)}`,
    accountNo: `${random.pick(['v', 'dy', 'x', 'k'])}${random.int(10_000_000, 999_999_999)}`,
    nickname: nicknameOf(category, at, random),
    fans: Math.round(8_000 * reach * Math.exp(random.normal() * 1.3)),
    topic,
    topicId: idOf.get(topic.code)!,
    product: random.weigh({ sm4: 5, wl: 4, none: 1 }) === 'none' ? null : random.chance(0.55) ? 'sm4' : 'wl',
    reach,
    bindings: drawBindings(size, at, partnerAt, partners, random),
  }
}

/** Most stay with one partner; one in twenty-five moved while we look, one in fifty left, one in fifty was never bound. */
function drawBindings(
  size: Size,
  at: number,
  partnerAt: number,
  partners: Partner[],
  random: Random,
): Creator['bindings'] {
  const from = +startOf(addDays(size.through, -random.int(220, 480))) + random.int(9, 20) * 3_600_000
  const middle = +startOf(addDays(size.through, -Math.round(size.days * (0.3 + 0.4 * random.next())))) + 10 * 3_600_000
  const first = { partnerId: partners[partnerAt]!.id, from, source: '合作签约' }
  // The test world has one of each kind whatever the chances are.
  const fate = at === 4 ? 'moved' : at === 9 ? 'unbound' : random.weigh({ stayed: 92, moved: 4, left: 2, unbound: 2 })
  switch (fate) {
    case 'moved': {
      const next =
        partners[(partnerAt + 1 + random.int(0, Math.max(0, Math.min(3, partners.length - 2)))) % partners.length]!
      return [
        { ...first, to: middle },
        { partnerId: next.id, from: middle + DAY_MS, to: null, source: '达人转会' },
      ]
    }
    case 'left':
      return [{ ...first, to: middle }]
    case 'unbound':
      return []
    default:
      return [{ ...first, to: null }]
  }
}

function nicknameOf(category: Category, at: number, random: Random): string {
  const name = `${random.pick(BEFORE)}${WHO[at % WHO.length]}${random.pick(category.makers)}`
  return at >= 2_000 ? `${name}${Math.floor(at / 2_000) + 1}` : name
}

/** Who owned what the creator published at an instant: the binding open then, half-open at its end. */
export function ownerAt(creator: Creator, at: number): number | null {
  return creator.bindings.find(({ from, to }) => from <= at && (to === null || at < to))?.partnerId ?? null
}
