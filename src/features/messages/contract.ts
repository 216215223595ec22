import Type, { type Static } from 'typebox'
import { choice, count, id, text, time } from '../../core/columns.ts'
import { Done, defineEndpoint, defineList, Id, nullable, strict } from '../../core/contract.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/notice.ts'

export const MESSAGE_TYPES = ['message', 'notice', 'todo'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]
/** The tags of notices and todos by number: not started, opened, in progress, expiring soon. */
export const TAGS = ['0', '1', '2', '3'] as const

/** How many of each type the box shows. */
export const BOX = 30

/** A message as the specification's section 3 has it, and where it leads. */
export const Message = Type.Object({
  id: Id,
  type: Type.Enum(MESSAGE_TYPES),
  title: Type.String(),
  subTitle: Type.String(),
  avatar: Type.String(),
  content: Type.String(),
  time: Type.String(),
  messageType: nullable(Type.Integer()),
  /** 0 unread, 1 read. */
  status: Type.Integer(),
  /** A page of the console with its query. */
  link: nullable(Type.String()),
  /** How many this one stands for. */
  times: Type.Integer(),
  /** When the business action behind a todo was done. */
  doneAt: nullable(Type.String()),
})
export type Message = Static<typeof Message>

/** One's own newest messages, at most BOX of a type, newest first (specification section 7). */
export const messageList = defineEndpoint({
  method: 'GET',
  path: '/api/message/list',
  permission: 'self.use',
  query: strict({ type: Type.Optional(Type.Enum(MESSAGE_TYPES)) }),
  reply: Type.Array(Message),
})

/** Marks messages as read; ids that are not one's own are passed over. Answers true, also for an empty list. */
export const messageRead = defineEndpoint({
  method: 'POST',
  path: '/api/message/read',
  permission: 'self.use',
  body: strict({ ids: Type.Array(Id, { maxItems: 200 }) }),
  reply: Type.Boolean(),
})

export const messageReadAll = defineEndpoint({
  method: 'POST',
  path: '/api/message/read-all',
  permission: 'self.use',
  body: strict({ type: Type.Enum(MESSAGE_TYPES) }),
  reply: Type.Boolean(),
})

/** Takes what was read, and what is done, out of the box; unread messages and open todos stay. */
export const messageClear = defineEndpoint({
  method: 'POST',
  path: '/api/message/clear',
  permission: 'self.use',
  body: strict({}),
  reply: Type.Boolean(),
})

const Unread = Type.Object({ message: Type.Integer(), notice: Type.Integer(), todo: Type.Integer() })

/** Unread messages by type; the numbers of the bell and of the tabs. */
export const messageUnread = defineEndpoint({
  method: 'GET',
  path: '/api/message/unread-count',
  permission: 'self.use',
  reply: Unread,
})

/** Where the server says that something in the box has changed. */
export const MESSAGE_STREAM = '/api/message/stream'

/** The whole box as a list with filters: the page behind "view more". */
export const messagesList = defineList({
  key: 'messages',
  path: '/api/messages',
  permission: 'self.use',
  columns: {
    title: text({ width: 260 }),
    content: text({ width: 420 }),
    type: choice(MESSAGE_TYPES, { filter: 'any', width: 90 }),
    status: choice(['unread', 'read'], { filter: 'any', width: 90 }),
    tag: choice(TAGS, { filter: 'any', nullable: true, width: 100 }),
    time: time({ sort: true, filter: 'between', width: 150 }),
    doneAt: time({ nullable: true, width: 150, hidden: true }),
    times: count({ hidden: true, width: 90 }),
    link: text({ internal: true, nullable: true }),
    id: id({ internal: true }),
  },
  filters: { keyword: text({ filter: 'contains' }) },
  order: ['time', 'desc'],
  rowId: 'id',
})

const Kind = Type.Enum(Object.keys(NOTICE_KINDS) as NoticeKind[])

/** The kinds of messages the own role can get, and whether they come to the box. */
export const messagePreferences = defineEndpoint({
  method: 'GET',
  path: '/api/message/preferences',
  permission: 'self.use',
  reply: Type.Object({ list: Type.Array(Type.Object({ kind: Kind, inApp: Type.Boolean() })) }),
})

/** Wants or refuses messages of a kind from now on. Todos come in any case: somebody waits for them. */
export const messagePrefer = defineEndpoint({
  method: 'PUT',
  path: '/api/message/preferences',
  permission: 'self.use',
  body: strict({ kind: Kind, inApp: Type.Boolean() }),
  reply: Done,
})
