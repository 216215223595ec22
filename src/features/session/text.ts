import type { Refusal } from '../../core/errors.ts'

export const errors = {
  USERNAME_EMPTY: { status: 400, 'zh-CN': '用户名不能为空', 'en-US': 'Username cannot be empty' },
  PASSWORD_EMPTY: { status: 400, 'zh-CN': '密码不能为空', 'en-US': 'Password cannot be empty' },
  // Not 401: that code tells the client that a session has ended, and opens the dialog of the specification's section 8.
  LOGIN_FAILED: { status: 422, 'zh-CN': '用户名或密码错误', 'en-US': 'The user name or password is not correct' },
  LOGIN_THROTTLED: {
    status: 429,
    'zh-CN': '登录失败次数过多，请 {minutes} 分钟后再试',
    'en-US': 'Too many failed sign-ins; try again in {minutes} min',
  },
  WRONG_PASSWORD: { status: 422, 'zh-CN': '当前密码不正确', 'en-US': 'The current password is not correct' },
  WEAK_PASSWORD: { status: 400, 'zh-CN': '密码不符合要求：{rules}', 'en-US': 'The password does not meet: {rules}' },
  PHONE_FORMAT: {
    status: 400,
    'zh-CN': '请输入 11 位大陆手机号',
    'en-US': 'Enter a mainland mobile number of 11 digits',
  },
  EMAIL_FORMAT: { status: 400, 'zh-CN': '请输入有效的邮箱地址', 'en-US': 'Enter a valid e-mail address' },
  CODE_NEEDED: { status: 422, 'zh-CN': '请输入动态验证码', 'en-US': 'Enter the code of your authenticator' },
  WRONG_CODE: {
    status: 422,
    'zh-CN': '验证码不正确或已使用过',
    'en-US': 'The code is not correct, or was used before',
  },
  FACTOR_IS_ON: { status: 422, 'zh-CN': '两步验证已开启', 'en-US': 'The second factor is on already' },
  FACTOR_NOT_BEGUN: {
    status: 422,
    'zh-CN': '请重新开始设置两步验证',
    'en-US': 'Begin to set up the second factor again',
  },
  LINK_GONE: {
    status: 410,
    'zh-CN': '链接已失效，请联系管理员重新获取',
    'en-US': 'This link no longer works; ask an administrator for a new one',
  },
} as const satisfies Record<string, Refusal>

/** The rules of a new password, as the refusal names the unmet ones. */
export const passwordRules = {
  short: { 'zh-CN': '至少 10 个字符', 'en-US': 'at least 10 characters' },
  named: { 'zh-CN': '不能包含用户名', 'en-US': 'must not contain the user name' },
  common: { 'zh-CN': '不能是常见密码', 'en-US': 'must not be a common password' },
} as const
