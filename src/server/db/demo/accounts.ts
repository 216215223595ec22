import type { Role, SettlementProduct } from '../../../core/access.ts'
import type { Random } from './random.ts'

export const DEMO_PASSWORD = 'backlot-demo'

export interface Account {
  key: string
  name: string
  role: Role
  state?: SettlementProduct
  partner?: number
  supplier?: number
  team?: number
  line?: number
  status?: 'invited' | 'disabled'
  reason?: string
  isLocked?: boolean
  neverCame?: boolean
  remark?: string
}

/** The accounts everybody knows: their keys, roles and states are relied on by people, documents and tests. */
export const accounts: readonly Account[] = [
  { key: 'admin', name: '沈知秋', role: 'admin' },
  { key: 'godot', name: '顾望', role: 'admin', remark: '星图数据负责人' },
  { key: 'ops', name: '许晚舟', role: 'admin' },
  { key: 'leader', name: '陆一鸣', role: 'leader', team: 1, line: 1 },
  { key: 'coo', name: '梁书禾', role: 'coo' },
  { key: 'partner', name: '周青柚', role: 'partner', state: 'sm4', partner: 1 },
  { key: 'partner2', name: '韩云岫', role: 'partner', state: 'wl', partner: 2 },
  { key: 'supplier', name: '方聚帆', role: 'supplier', supplier: 1 },
  { key: 'supplier2', name: '江渠', role: 'supplier', supplier: 2 },
]

const LEFT = '员工离职，账号停用'

/** People in all states an account can be in. */
export const people: readonly Account[] = [
  { key: 'he.minyuan', name: '何敏媛', role: 'admin', neverCame: true, remark: '财务复核' },
  { key: 'qiu.shan', name: '邱珊', role: 'admin', status: 'disabled', reason: LEFT },
  { key: 'tang.wei', name: '唐薇', role: 'coo', line: 1, state: 'sm4' },
  { key: 'luo.jiahe', name: '罗嘉禾', role: 'coo', line: 2, state: 'wl' },
  { key: 'fu.yichen', name: '傅亦辰', role: 'coo', line: 1, status: 'invited' },
  { key: 'zhao.ruonan', name: '赵若楠', role: 'leader', team: 2, line: 1 },
  { key: 'sun.qiming', name: '孙启明', role: 'leader', team: 3, line: 2 },
  { key: 'bai.luming', name: '白鹿鸣', role: 'leader', team: 4, line: 2, isLocked: true },
  {
    key: 'ding.haoran',
    name: '丁浩然',
    role: 'leader',
    team: 1,
    line: 1,
    status: 'disabled',
    reason: '调岗至商务部，由陆一鸣接手',
  },
  { key: 'qingyou_caiwu', name: '宋妍', role: 'partner', partner: 1, state: 'sm4', remark: '只核对账单' },
  { key: 'qingyou_01', name: '林晓棠', role: 'partner', partner: 1 },
  { key: 'qingyou_02', name: '马思源', role: 'partner', partner: 1, status: 'invited' },
  { key: 'yunxiu_01', name: '杜可心', role: 'partner', partner: 2, state: 'wl' },
  {
    key: 'yunxiu_02',
    name: '薛冬',
    role: 'partner',
    partner: 2,
    status: 'disabled',
    reason: '多次异地登录，待合作方确认',
  },
  { key: 'shiguangli', name: '钟意', role: 'partner', partner: 3, state: 'sm4' },
  { key: 'shiguangli_02', name: '谭小雨', role: 'partner', partner: 3, neverCame: true },
  { key: 'yizhen', name: '姚帧', role: 'partner', partner: 4, state: 'wl' },
  { key: 'yizhen_yy', name: '贺一诺', role: 'partner', partner: 4, isLocked: true },
  { key: 'mailang', name: '魏麦', role: 'partner', partner: 5, state: 'sm4' },
  { key: 'mailang_02', name: '郑安然', role: 'partner', partner: 5 },
  { key: 'jingchao', name: '曹海生', role: 'partner', partner: 6 },
  { key: 'jingchao_kf', name: '冯乐', role: 'partner', partner: 6, status: 'invited' },
  { key: 'nanping', name: '秦屏', role: 'partner', partner: 7, state: 'wl' },
  { key: 'mumian', name: '黎木棉', role: 'partner', partner: 8, state: 'sm4' },
  { key: 'mumian_02', name: '廖子健', role: 'partner', partner: 8, status: 'disabled', reason: '合作方申请关闭' },
  { key: 'zhixia', name: '夏知微', role: 'partner', partner: 9 },
  { key: 'haitangli', name: '欧阳棠', role: 'partner', partner: 10, state: 'sm4', neverCame: true },
  { key: 'baichuanlu', name: '段川', role: 'partner', partner: 11, state: 'wl' },
  { key: 'zhouyi', name: '周屿', role: 'partner', partner: 12, state: 'sm4' },
  { key: 'jufan_02', name: '潘朵', role: 'supplier', supplier: 1 },
  { key: 'lianqu_02', name: '崔同', role: 'supplier', supplier: 2, status: 'invited' },
  { key: 'shuangjiang', name: '龙江', role: 'supplier', supplier: 3 },
  { key: 'shuangjiang_02', name: '常思', role: 'supplier', supplier: 3, status: 'disabled', reason: '合同到期未续签' },
]

/** A mobile number of a range that is not given out. */
export const phoneOf = (random: Random): string => `170${String(random.int(0, 99_999_999)).padStart(8, '0')}`
