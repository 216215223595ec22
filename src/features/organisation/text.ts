import { defineText } from '../../core/text.ts'
import { workText } from '../../core/workText.ts'

const zhStatus = { trial: '试用', active: '正常', frozen: '冻结', ended: '终止' }
const enStatus = { trial: 'Trial', active: 'Active', frozen: 'Frozen', ended: 'Ended' }

export const partnerText = defineText(
  {
    title: '合作方',
    columns: {
      name: '合作方',
      code: '编码',
      kind: '类型',
      status: '状态',
      team: '所属团队',
      line: '业务线',
      creators: '绑定达人',
      accounts: '账号',
      contractEnd: '合同到期',
      contractStart: '合同开始',
      createdAt: '创建时间',
      id: 'ID',
    },
    choices: { status: zhStatus, kind: { mcn: 'MCN', agency: '机构', studio: '工作室', person: '个人' } },
    filters: { keyword: '名称、编码', teamId: '团队', lineId: '业务线' },
  },
  {
    title: 'Partners',
    columns: {
      name: 'Partner',
      code: 'Code',
      kind: 'Kind',
      status: 'Status',
      team: 'Team',
      line: 'Business line',
      creators: 'Creators',
      accounts: 'Accounts',
      contractEnd: 'Contract to',
      contractStart: 'Contract from',
      createdAt: 'Created',
      id: 'ID',
    },
    choices: { status: enStatus, kind: { mcn: 'MCN', agency: 'Agency', studio: 'Studio', person: 'Person' } },
    filters: { keyword: 'Name, code', teamId: 'Team', lineId: 'Line' },
  },
)

export const supplierText = defineText(
  {
    title: '供应商',
    columns: { name: '供应商', code: '编码', status: '状态', accounts: '账号', createdAt: '创建时间', id: 'ID' },
    choices: { status: zhStatus },
    filters: { keyword: '名称、编码' },
  },
  {
    title: 'Suppliers',
    columns: { name: 'Supplier', code: 'Code', status: 'Status', accounts: 'Accounts', createdAt: 'Created', id: 'ID' },
    choices: { status: enStatus },
    filters: { keyword: 'Name, code' },
  },
)

export const creatorText = defineText(
  {
    title: '达人',
    columns: {
      nickname: '达人',
      platform: '平台',
      platformUid: '平台 ID',
      accountNo: '账号',
      partner: '当前合作方',
      boundSince: '绑定起始',
      fans: '粉丝',
      createdAt: '创建时间',
      id: 'ID',
    },
    choices: { platform: workText['zh-CN'].platform },
    filters: { keyword: '昵称、账号、平台 ID', partnerId: '合作方' },
  },
  {
    title: 'Creators',
    columns: {
      nickname: 'Creator',
      platform: 'Platform',
      platformUid: 'Platform ID',
      accountNo: 'Account',
      partner: 'Partner now',
      boundSince: 'Bound since',
      fans: 'Fans',
      createdAt: 'Created',
      id: 'ID',
    },
    choices: { platform: workText['en-US'].platform },
    filters: { keyword: 'Name, account, platform ID', partnerId: 'Partner' },
  },
)
