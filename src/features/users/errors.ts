import type { Refusal } from '../../core/errors.ts'

export const errors = {
  KEY_FORMAT: {
    status: 400,
    'zh-CN': '登录名须为 3–32 位小写字母、数字或 _ . -',
    'en-US': 'An access key has 3–32 lower-case letters, digits, or _ . -',
  },
  KEY_RESERVED: { status: 422, 'zh-CN': '该登录名为系统保留', 'en-US': 'This access key is reserved' },
  KEY_TAKEN: { status: 422, 'zh-CN': '登录名已存在', 'en-US': 'This access key is taken' },
  NAME_LENGTH: { status: 400, 'zh-CN': '姓名须为 1–40 个字', 'en-US': 'A name has 1–40 characters' },
  PHONE_FORMAT: {
    status: 400,
    'zh-CN': '请输入 11 位手机号',
    'en-US': 'Enter an 11-digit mobile number of mainland China',
  },
  EMAIL_FORMAT: { status: 400, 'zh-CN': '邮箱格式不正确', 'en-US': 'This is not an e-mail address' },
  PARTNER_REQUIRED: { status: 422, 'zh-CN': '请选择所属合作方', 'en-US': 'Choose the partner' },
  SUPPLIER_REQUIRED: { status: 422, 'zh-CN': '请选择所属供应商', 'en-US': 'Choose the supplier' },
  TEAM_REQUIRED: { status: 422, 'zh-CN': '请选择所属团队', 'en-US': 'Choose the team' },
  ORGANISATION_FOREIGN: {
    status: 422,
    'zh-CN': '该角色不属于这类组织',
    'en-US': 'This role does not belong to such an organisation',
  },
  ORGANISATION_NOT_FOUND: { status: 422, 'zh-CN': '所选组织不存在', 'en-US': 'No such organisation' },
  ROLE_NOT_GRANTABLE: { status: 403, 'zh-CN': '你不能授予该角色', 'en-US': 'You may not grant this role' },
  OWN_RIGHTS: {
    status: 403,
    'zh-CN': '不能对自己的账号进行此操作，请联系其他管理员',
    'en-US': 'You may not do this to your own account; ask another administrator',
  },
  LAST_ADMIN: { status: 422, 'zh-CN': '至少保留一个管理员', 'en-US': 'At least one administrator must remain' },
  ALREADY_DISABLED: { status: 422, 'zh-CN': '账号已停用', 'en-US': 'The account is disabled' },
  NOT_DISABLED: { status: 422, 'zh-CN': '账号未停用', 'en-US': 'The account is not disabled' },
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
} as const satisfies Record<string, Refusal>
