import Type from 'typebox'
import { choice, count, id, text, time } from '../../core/columns.ts'
import { Day, defineEndpoint, defineList, idParams, nullable, strict } from '../../core/contract.ts'
import { AUDIENCE_ROLES, MY_STATES } from './contract.ts'

/** Whom published articles are meant for, and what each account has done: a row per article and account. */
export const articleReaders = defineList({
  key: 'articleReaders',
  path: '/api/articles/readers',
  permission: 'articles.write',
  columns: {
    displayName: text({ width: 168 }),
    accessKey: text({ width: 152 }),
    role: choice(AUDIENCE_ROLES, { filter: 'any', width: 96 }),
    partnerName: text({ nullable: true, width: 168 }),
    state: choice(MY_STATES, { sort: true, filter: 'any', width: 104 }),
    /** The version that was confirmed, or else read last. */
    versionNo: count({ nullable: true, width: 80 }),
    firstReadAt: time({ nullable: true, sort: true, filter: 'between', width: 144 }),
    confirmedAt: time({ nullable: true, sort: true, filter: 'between', width: 144 }),
    title: text({ hidden: true, width: 240 }),
    articleId: id({ filter: 'any', hidden: true, width: 88 }),
    rowId: id({ internal: true }),
  },
  filters: { keyword: text({ filter: 'contains' }), partnerId: id({ filter: 'any' }) },
  order: ['state', 'asc'],
  rowId: 'rowId',
})

/** How far an article has reached those it is meant for. */
export const articleReach = defineEndpoint({
  method: 'GET',
  path: '/api/articles/:id/reach',
  permission: 'articles.write',
  params: idParams,
  reply: Type.Object({
    title: Type.String(),
    status: Type.String(),
    isMustRead: Type.Boolean(),
    confirmed: Type.Integer(),
    /** Opened, but not confirmed. */
    read: Type.Integer(),
    unread: Type.Integer(),
    /** The day readers were last reminded. */
    remindedOn: nullable(Day),
  }),
})

/** Reminds whoever has not confirmed it, once a day at most. Throws NOT_MUST_READ, NOT_OUT, ALL_CONFIRMED, REMINDED_TODAY. */
export const articleRemind = defineEndpoint({
  method: 'POST',
  path: '/api/articles/:id/remind',
  permission: 'articles.write',
  params: idParams,
  body: strict({}),
  reply: Type.Object({ reminded: Type.Integer() }),
})
