import type pg from 'pg'
import { startOf } from '../../../core/time.ts'

/** What the message boxes of the demo accounts hold on the first day: a welcome from a colleague, and that the data is in. */
export async function fillMessages(client: pg.PoolClient, through: string): Promise<void> {
  const at = new Date(+startOf(through) + 33.7 * 3_600_000).toISOString()
  const words = {
    welcome: {
      'zh-CN': {
        title: '周敏',
        subTitle: '的私信',
        content: '欢迎使用投稿数据后台。先看看工作台，有问题随时在群里找我。',
      },
      'en-US': {
        title: 'Zhou Min',
        subTitle: 'wrote to you',
        content: 'Welcome. Have a look at the workplace first; ask me whenever something is unclear.',
      },
    },
    data: {
      'zh-CN': { title: '数据已更新', content: `${through} 的作品数据已全部入库，统计与榜单同步完成。` },
      'en-US': {
        title: 'Data is in',
        content: `The figures of ${through} are complete; statistics and rankings follow them.`,
      },
    },
  }
  await client.query(
    `insert into message (receiver_id, type, biz_type, words, link, message_type, created_at)
     select u.id, kind, 'demo', words, link, tag, least($1::timestamptz, now()) - gap from app_user u cross join (values
       ('message', $2::jsonb, '/dashboard/workplace', null::smallint, interval '3 hours'),
       ('notice', $3::jsonb, '/dashboard/workplace', 2::smallint, interval '0')
     ) demo(kind, words, link, tag, gap) where u.status = 'active'`,
    [at, JSON.stringify(words.welcome), JSON.stringify(words.data)],
  )
}
