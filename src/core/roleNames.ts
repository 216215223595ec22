import type { Role } from './access.ts'
import type { Language } from './text.ts'

/** What the roles are called. */
export const ROLE_NAMES: Record<Language, Record<Role, string>> = {
  'zh-CN': { admin: '管理员', leader: '组长', coo: '运营负责人', partner: '合作方', supplier: '供应商' },
  'en-US': { admin: 'Admin', leader: 'Leader', coo: 'COO', partner: 'Partner', supplier: 'Supplier' },
}
