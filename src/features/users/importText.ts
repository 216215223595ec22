import { defineText } from '../../core/text.ts'
import { errors } from './errors.ts'

const reasonsIn = (language: 'zh-CN' | 'en-US') => ({
  KEY_FORMAT: errors.KEY_FORMAT[language],
  KEY_RESERVED: errors.KEY_RESERVED[language],
  KEY_TAKEN: errors.KEY_TAKEN[language],
  NAME_LENGTH: errors.NAME_LENGTH[language],
  PHONE_FORMAT: errors.PHONE_FORMAT[language],
  EMAIL_FORMAT: errors.EMAIL_FORMAT[language],
})

/** The words of the import of partner accounts. */
export const importText = defineText(
  {
    note: '每行新建一个合作方账号，状态为“待激活”；一次性链接在用户管理中逐个生成。已存在的登录名会被拒绝',
    see: '查看用户',
    fields: {
      accessKey: '登录名',
      displayName: '姓名',
      partner: '合作方',
      accessState: '结算产品',
      phone: '手机号',
      email: '邮箱',
      remark: '备注',
    },
    hints: {
      accessKey: '3–32 位小写字母、数字或 _ . -',
      partner: '合作方的编号或全称',
      accessState: 'wl、sm4，或留空',
    },
    reasons: {
      ...reasonsIn('zh-CN'),
      KEY_TWICE: '文件中前面已有相同的登录名',
      PARTNER_NOT_FOUND: '合作方不存在或无权限',
      PARTNER_AMBIGUOUS: '有多个同名合作方，请改填编号',
    },
    notes: {},
  },
  {
    note: 'Each row makes a partner account that waits to be activated; its one-time link is made in the user list. Access keys that exist are refused',
    see: 'See the users',
    fields: {
      accessKey: 'Access key',
      displayName: 'Name',
      partner: 'Partner',
      accessState: 'Settlement product',
      phone: 'Phone',
      email: 'E-mail',
      remark: 'Remark',
    },
    hints: {
      accessKey: '3–32 lower-case letters, digits, or _ . -',
      partner: 'Code or full name of the partner',
      accessState: 'wl, sm4, or empty',
    },
    reasons: {
      ...reasonsIn('en-US'),
      KEY_TWICE: 'An earlier row of the file has this access key',
      PARTNER_NOT_FOUND: 'No such partner, or not yours',
      PARTNER_AMBIGUOUS: 'Several partners have this name; give the code',
    },
    notes: {},
  },
)
