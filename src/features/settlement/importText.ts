import { defineText, type Language } from '../../core/text.ts'
import { errors } from './statementErrors.ts'

const reasonsIn = (language: Language) => ({
  BAD_MONEY: errors.BAD_MONEY[language],
  MONEY_DECIMALS: errors.MONEY_DECIMALS[language],
  ZERO_AMOUNT: errors.ZERO_AMOUNT[language],
  REASON_REQUIRED: errors.REASON_REQUIRED[language],
  PERIOD_AHEAD: errors.PERIOD_AHEAD[language],
  VIDEO_NOT_FOUND: errors.VIDEO_NOT_FOUND[language],
})

/** The words of the import of adjustments. */
export const importText = defineText(
  {
    note: '每行是一笔调整，规则与手工提交相同：超过限额的需要另一人复核。已导入过的同一笔不会重复',
    see: '查看调整',
    fields: {
      product: '结算产品',
      partner: '合作方',
      lineType: '调整类型',
      amount: '金额（元）',
      originPeriod: '所属账期',
      reason: '原因',
      evidence: '凭证编号',
      videoId: '作品 ID',
    },
    hints: {
      product: 'wl 或 sm4',
      partner: '合作方的编号或全称',
      lineType: '补发、奖励、追回、违规等',
      amount: '最多两位小数，扣减为负',
      originPeriod: '例如 2026-10',
      evidence: '合同、审批单或邮件的编号',
    },
    reasons: {
      ...reasonsIn('zh-CN'),
      SIGN: '该类型的金额正负不对',
      BAD_MONTH: '不是有效的月份',
      EVIDENCE_REQUIRED: '请填写凭证编号',
      PARTNER_NOT_FOUND: '合作方不存在或无权限',
      PARTNER_AMBIGUOUS: '有多个同名合作方，请改填编号',
      TWICE: '文件中前面已有相同的一笔',
    },
    notes: { second: '{n} 笔超过限额，等待另一人复核' },
  },
  {
    note: 'Each row is an adjustment under the rules of one made by hand: above the limit another person approves it. What was brought in before is not added again',
    see: 'See the adjustments',
    fields: {
      product: 'Product',
      partner: 'Partner',
      lineType: 'Type',
      amount: 'Amount (yuan)',
      originPeriod: 'Period',
      reason: 'Reason',
      evidence: 'Evidence number',
      videoId: 'Video ID',
    },
    hints: {
      product: 'wl or sm4',
      partner: 'Code or full name of the partner',
      lineType: 'Back pay, bonus, clawback, violation …',
      amount: 'At most two decimals; deductions below zero',
      originPeriod: 'For example 2026-10',
      evidence: 'Number of the contract, approval or e-mail',
    },
    reasons: {
      ...reasonsIn('en-US'),
      SIGN: 'The amount of this type has the wrong sign',
      BAD_MONTH: 'Not a month',
      EVIDENCE_REQUIRED: 'Give the number of the evidence',
      PARTNER_NOT_FOUND: 'No such partner, or not yours',
      PARTNER_AMBIGUOUS: 'Several partners have this name; give the code',
      TWICE: 'An earlier row of the file says the same',
    },
    notes: { second: 'Above the limit, waiting for another person: {n}' },
  },
)
