import type { Permission, Role } from './access.ts'
import type { Language } from './text.ts'

/** Who hears of something: accounts, everybody of a partner or supplier, or staff whose rows include a partner's. */
export type Receivers =
  | { userIds: readonly string[] }
  | { partnerId: string }
  | { supplierId: string }
  | { roles: readonly Role[]; partnerId?: string | null }

export interface NoticeWords {
  title: string
  subTitle?: string
  content: string
}

/** One message for the message box (specification section 3, domain page S20), in both languages. */
export interface Notice {
  to: Receivers
  /** A todo ends by the business action (`endTodos`), never by reading. */
  type: 'message' | 'notice' | 'todo'
  /** What it is about, e.g. `risk` and the case's id. */
  bizType: string
  bizId?: string
  words: Record<Language, NoticeWords>
  /** A page of the console with its query. */
  link?: string
  /** The tag of notices and todos: 0 not started, 1 opened, 2 in progress, 3 expiring soon. */
  messageType?: 0 | 1 | 2 | 3
  /** While one of this key is unread, another only raises its count. */
  dedupKey?: string
}

/** The kinds of business that send messages, and who has business of the kind: what a person may want or not want. */
export const NOTICE_KINDS = {
  risk: 'riskVideos.read',
  distribution: 'distributeVideos.read',
  recommendation: 'recommend.read',
  collection: 'collections.read',
  article: 'articles.read',
  affiliate: 'affiliate.read',
  settlement: 'settlement.read',
} as const satisfies Record<string, Permission>
export type NoticeKind = keyof typeof NOTICE_KINDS
