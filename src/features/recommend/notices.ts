import type { Ctx } from '../../core/verb.ts'
import type { Held } from './sql/items.ts'

type Teller = Pick<Ctx, 'notify'>

const linkTo = (id: string) => `/dashboard/recommend?open=${id}`

/** Tells the partners an item is meant for that it is online; once while the message is unread. */
export async function tellAudience({ notify }: Teller, item: Held, partnerIds: string[]): Promise<void> {
  await notify(
    ...partnerIds.map((partnerId) => ({
      to: { partnerId },
      type: 'notice' as const,
      bizType: 'recommendation',
      bizId: item.id,
      link: linkTo(item.id),
      dedupKey: `recommendation:${item.id}`,
      words: {
        'zh-CN': { title: '有新的推荐可领取', content: `「${item.title}」已上线，名额先到先得。` },
        'en-US': {
          title: 'A new recommendation is open',
          content: `“${item.title}” is online; places go first come, first served.`,
        },
      },
    })),
  )
}

/** Tells a partner what became of its work. */
export async function tellVerdict(
  { notify }: Teller,
  claim: { recommendationId: string; partnerId: string; title: string },
  reason: string | null,
): Promise<void> {
  const { recommendationId: id, partnerId, title } = claim
  await notify({
    to: { partnerId },
    type: 'message',
    bizType: 'recommendation',
    bizId: id,
    link: linkTo(id),
    words:
      reason === null
        ? {
            'zh-CN': { title: '投稿判定为有效', content: `你为「${title}」提交的作品有效。` },
            'en-US': { title: 'Your work counts', content: `The work you handed in for “${title}” is valid.` },
          }
        : {
            'zh-CN': { title: '投稿判定为无效', content: `你为「${title}」提交的作品无效：${reason}` },
            'en-US': { title: 'Your work does not count', content: `The work for “${title}” is not valid: ${reason}` },
          },
  })
}

const WHY = {
  risk: {
    'zh-CN': { title: '推荐因风险下线', why: '视频有风险处置，推荐已自动下线；撤销处置后自动恢复。' },
    'en-US': { title: 'Taken offline for risk', why: 'a risk decision holds its video; it returns if that is undone.' },
  },
  missed: {
    'zh-CN': { title: '推荐未能按时上线', why: '对象已下架、有风险，或推荐位已满，请检查后手动上线。' },
    'en-US': {
      title: 'Did not go online',
      why: 'its target is not clean or the slot is taken; look and publish it by hand.',
    },
  },
  stays: {
    'zh-CN': { title: '推荐未能自动恢复', why: '风险处置已撤销，但时间已过或推荐位已满。' },
    'en-US': {
      title: 'Did not come back',
      why: 'the risk decision was undone, but its time is over or the slot is taken.',
    },
  },
} as const

/** Tells the one who made an item what happened to it without a hand. */
export async function tellMaker({ notify }: Teller, item: Held, why: keyof typeof WHY): Promise<void> {
  if (!item.createdBy) return
  const { 'zh-CN': zh, 'en-US': en } = WHY[why]
  await notify({
    to: { userIds: [item.createdBy] },
    type: 'notice',
    bizType: 'recommendation',
    bizId: item.id,
    link: linkTo(item.id),
    words: {
      'zh-CN': { title: zh.title, content: `「${item.title}」${zh.why}` },
      'en-US': { title: en.title, content: `“${item.title}”: ${en.why}` },
    },
  })
}
