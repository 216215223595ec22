import type { Refusal } from '../../core/errors.ts'

export const errors = {
  NO_BOARD: { status: 404, 'zh-CN': '无该日榜单', 'en-US': 'There is no board for that day' },
  NO_SNAPSHOT: {
    status: 404,
    'zh-CN': '这一版榜单已不再保留，请查看最新榜单',
    'en-US': 'This snapshot is no longer kept; see the newest board',
  },
  FUTURE: { status: 400, 'zh-CN': '{field}：不能晚于今天', 'en-US': '{field}: must not be after today' },
} as const satisfies Record<string, Refusal>
