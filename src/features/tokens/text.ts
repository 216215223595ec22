import type { TokenScope } from '../../core/access.ts'
import { defineText } from '../../core/text.ts'

const scopesZh: Record<TokenScope, string> = {
  'ingest.write': '写入数据',
  'distributions.read': '读取分发任务',
  'videos.read': '读取作品数据',
  'statements.read': '读取结算单',
}
const scopesEn: Record<TokenScope, string> = {
  'ingest.write': 'Send figures in',
  'distributions.read': 'Read distributions',
  'videos.read': 'Read videos',
  'statements.read': 'Read statements',
}

export const text = defineText(
  {
    title: '访问令牌',
    about: '供程序调用接口使用。令牌以你的身份和数据范围工作，只能做所选的事。',
    create: '新建令牌',
    table: '我的访问令牌',
    columns: {
      name: '名称',
      scopes: '用途',
      state: '状态',
      lastUsed: '最近使用',
      expires: '到期时间',
      actions: '操作',
    },
    scopes: scopesZh,
    states: { living: '有效', expired: '已过期', revoked: '已吊销' },
    neverUsed: '从未使用',
    empty: '还没有令牌',
    emptyBody: '新建一个，让程序替你读取或写入数据。',
    emptyNone: '你的账号没有可以交给程序的权限。',
    revoke: '吊销',
    revokeOf: (name: string) => `吊销 ${name}`,
    revokeTitle: (name: string) => `吊销令牌“${name}”？`,
    revokeBody: '使用它的程序会立即失去访问，且无法恢复。',
    revoked: '令牌已吊销',
    form: {
      name: '名称',
      nameHint: '用在哪里，例如“夜间同步”',
      scopes: '用途',
      days: '有效期',
      daysOf: (days: number) => (days === 365 ? '1 年' : `${days} 天`),
      nameNeeded: '请输入名称',
      scopesNeeded: '请至少选择一项用途',
    },
    shown: {
      title: '令牌已创建',
      about: '请立即复制并妥善保存。关闭后无法再次查看。',
      label: '令牌',
      until: (when: string) => `有效期至 ${when}`,
    },
  },
  {
    title: 'Access tokens',
    about:
      'For programs that use the API. A token acts as you, on the rows you see, and does only what you choose here.',
    create: 'New token',
    table: 'My access tokens',
    columns: {
      name: 'Name',
      scopes: 'For',
      state: 'State',
      lastUsed: 'Last used',
      expires: 'Expires',
      actions: 'Actions',
    },
    scopes: scopesEn,
    states: { living: 'Active', expired: 'Expired', revoked: 'Revoked' },
    neverUsed: 'Never',
    empty: 'No tokens yet',
    emptyBody: 'Make one, and a program can read or send data for you.',
    emptyNone: 'Your account has no right that a program could be given.',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke ${name}`,
    revokeTitle: (name: string) => `Revoke the token “${name}”?`,
    revokeBody: 'Programs that use it lose access at once, for good.',
    revoked: 'The token is revoked',
    form: {
      name: 'Name',
      nameHint: 'Where it is used, such as “nightly sync”',
      scopes: 'For',
      days: 'Valid for',
      daysOf: (days: number) => (days === 365 ? '1 year' : days === 1 ? '1 day' : `${days} days`),
      nameNeeded: 'Give it a name',
      scopesNeeded: 'Choose at least one',
    },
    shown: {
      title: 'Token created',
      about: 'Copy it now and keep it safe. It cannot be shown again.',
      label: 'Token',
      until: (when: string) => `Valid until ${when}`,
    },
  },
)
