/**
 * The specification's mock endpoints (section 7), for work on the front end without a server: `VITE_DEBUG_MOCK=1` in
 * development. A production build does not contain this file. What is not named here goes to the server as always.
 */
import { addDays, dayOf } from '../../core/time.ts'

/** Part of every mock answer, and the mark by which a build is checked for them. */
export const MOCK_MESSAGE = '请求成功（模拟数据）'
const [FASTEST_MS, SLOWEST_MS] = [600, 1000]

/** What one request is answered: the envelope's data, or undefined when it is none of ours. */
type Answer = (request: { search: URLSearchParams; body: unknown }) => unknown

const read = new Set<number>()

const MESSAGES = [
  ['message', '林晚舟', '给你留言', '上周的投放复盘已经发到你的邮箱', '今天 09:12'],
  ['message', '周屿', '回复了你', '类目映射表改好了，可以重新导入', '今天 10:40'],
  ['message', '周屿', '回复了你', '看到了，下午处理', '昨天 18:05'],
  ['notice', '合同提醒', '', '有一份合作方合同将在 30 天内到期', '今天 08:00', 3],
  ['notice', '规则已启用', '', '集合规则“冬季生活”今天起生效', '今天 08:00', 1],
  ['todo', '导入待确认', '', '一个文件已经检查完，等待确认', '今天 11:26', 0],
] as const

const POPULAR: Record<string, readonly (readonly [title: string, clicks: string, increases: number])[]> = {
  text: [
    ['模拟文本：清晨的早市', '346.3w+', 35],
    ['模拟文本：第一次学做陶', '324.2w+', 22],
    ['模拟文本：老街书店', '318.9w+', 9],
    ['模拟文本：夜班司机的一天', '257.3w+', -17],
    ['模拟文本：考前三十天', '244.1w+', 37],
  ],
  image: [
    ['模拟图片：雪山下的村子', '153.0w+', 15],
    ['模拟图片：一平米阳台', '122.4w+', 26],
    ['模拟图片：旧车站', '118.9w+', 9],
    ['模拟图片：手写菜单', '73.5w+', 0],
    ['模拟图片：海边集市', '58.7w+', -2],
  ],
  video: [
    ['模拟视频：三分钟修好自行车', '367.6w+', 5],
    ['模拟视频：外婆的糖水铺', '352.2w+', 17],
    ['模拟视频：凌晨的面包房', '348.9w+', 30],
    ['模拟视频：村里的篮球赛', '346.3w+', 12],
    ['模拟视频：第一视角摘茶', '271.2w+', -20],
  ],
}

const PLAYS = [41, 57, 48, 72, 66, 83, 79, 90]

const endpoints: Record<string, Answer> = {
  'GET /api/message/list': () =>
    MESSAGES.map(([type, title, subTitle, content, time, messageType], index) => ({
      id: index + 1,
      type,
      title,
      subTitle,
      content,
      time,
      ...(messageType === undefined ? {} : { messageType }),
      status: read.has(index + 1) ? 1 : 0,
    })),
  'POST /api/message/read': ({ body }) => {
    for (const id of (body as { ids?: number[] } | null)?.ids ?? []) read.add(Number(id))
    return true
  },
  'GET /api/content-data': () => {
    const last = addDays(dayOf(Date.now()), -1)
    return PLAYS.map((y, at) => ({ x: addDays(last, at - PLAYS.length + 1), y }))
  },
  'GET /api/popular/list': ({ search }) =>
    (POPULAR[search.get('type') ?? 'text'] ?? []).map(([title, clickNumber, increases], at) => ({
      key: at + 1,
      clickNumber,
      title,
      increases,
    })),
}

/** A fetch that answers the mock endpoints itself, after 600 to 1000 ms, and passes everything else on. */
export function withMocks(real: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input, 'http://mock'), init)
    const url = new URL(request.url)
    const answer = endpoints[`${request.method} ${url.pathname}`]
    if (!answer) return real(input, init)
    const body: unknown = await request.json().catch(() => null)
    await new Promise((done) => setTimeout(done, FASTEST_MS + Math.random() * (SLOWEST_MS - FASTEST_MS)))
    return Response.json({
      data: answer({ search: url.searchParams, body }),
      status: 'ok',
      msg: MOCK_MESSAGE,
      code: 200,
    })
  }
}
