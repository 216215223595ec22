import { defineText } from '../../core/text.ts'

/** Words of plans: products, states, actions, parameters. */
export const planText = defineText(
  {
    products: { wl: '赏金分成', sm4: '赏金计划4' },
    states: {
      draft: '草稿',
      in_review: '待审批',
      approved: '已通过',
      published: '已发布',
      rejected: '已驳回',
      withdrawn: '已撤回',
    },
    actions: { propose: '提交审批', approve: '通过', reject: '驳回', publish: '发布', withdraw: '撤回' },
  },
  {
    products: { wl: 'Bounty split', sm4: 'Bounty plan 4' },
    states: {
      draft: 'Draft',
      in_review: 'In review',
      approved: 'Approved',
      published: 'Published',
      rejected: 'Rejected',
      withdrawn: 'Withdrawn',
    },
    actions: { propose: 'Propose', approve: 'Approve', reject: 'Reject', publish: 'Publish', withdraw: 'Withdraw' },
  },
)
