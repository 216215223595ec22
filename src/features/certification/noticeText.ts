import { defineText } from '../../core/text.ts'

/** Words of the server: what an application is about, and the messages. */
export const noticeText = defineText(
  {
    content: {
      enterprise: (name: string, person: string) => `企业实名认证：${name}，法人 ${person}`,
      person: (_: string, person: string) => `个人实名认证：${person}`,
    },
    todo: '实名认证待审核',
    todoContent: (name: string) => `“${name}”提交了实名认证，请审核。`,
    passed: '实名认证已通过',
    passedContent: (name: string) => `认证主体“${name}”已通过审核，收款账户的户名须与其一致。`,
    rejected: '实名认证未通过',
    rejectedContent: (name: string, reason: string) => `认证主体“${name}”未通过审核：${reason}`,
    expired: '实名认证已失效',
    expiredContent: (name: string) => `“${name}”的证件已过有效期，请重新认证；在此之前不能更换收款账户。`,
  },
  {
    content: {
      enterprise: (name, person) => `Enterprise: ${name}, legal person ${person}`,
      person: (_, person) => `Person: ${person}`,
    },
    todo: 'A certification to look at',
    todoContent: (name) => `“${name}” applied to be certified.`,
    passed: 'The certification has passed',
    passedContent: (name) => `“${name}” is certified. Payout accounts must be held in this name.`,
    rejected: 'The certification was rejected',
    rejectedContent: (name, reason) => `“${name}” was not certified: ${reason}`,
    expired: 'The certification has expired',
    expiredContent: (name) => `The paper of “${name}” has ended. Apply anew to be able to change the payout account.`,
  },
)
