import Type, { type Static } from 'typebox'
import { BulkReport, Target } from '../../core/bulk.ts'
import { choice, count, flag, id, money, text, time } from '../../core/columns.ts'
import { defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { PLATFORMS } from '../../core/works.ts'
import { claimFlow, itemFlow } from './flow.ts'

export const TARGET_TYPES = ['video', 'topic', 'task', 'collection'] as const
export type TargetType = (typeof TARGET_TYPES)[number]
export const SLOTS = ['home', 'academy', 'data_top'] as const
export const AUDIENCES = ['all', 'partners'] as const
export const SOURCES = ['manual', 'rule'] as const
/** Where a partner stands with an item: its newest claim of today's people, or none. */
export const MY_STATES = ['unclaimed', ...claimFlow.states] as const

/** Recommendations (domain page S4): all of the line for operators, for a partner those meant for it and those it took. */
export const recommendList = defineList({
  key: 'recommend',
  path: '/api/recommend',
  permission: 'recommend.read',
  columns: {
    recId: id({ hidden: true, width: 88 }),
    title: text({ width: 192, pin: 'start' }),
    targetType: choice(TARGET_TYPES, { filter: 'any', width: 64 }),
    slotCode: choice(SLOTS, { filter: 'any', width: 92 }),
    status: choice(itemFlow.states, { filter: 'any', width: 92 }),
    myState: choice(MY_STATES, { filter: 'any', width: 112, needs: 'recommend.claim' }),
    score: count({ sort: true, width: 80 }),
    quotaLeft: count({ nullable: true, width: 88 }),
    impressions: count({ width: 64, needs: 'recommend.write' }),
    claims: count({ width: 60, needs: 'recommend.write' }),
    submissions: count({ width: 60, needs: 'recommend.write' }),
    plays: count({ width: 80, needs: 'recommend.write' }),
    estCpmFen: money({ nullable: true, width: 96 }),
    deadlineAt: time({ sort: true, filter: 'between', nullable: true, width: 112 }),
    priority: count({ sort: true, hidden: true, width: 96 }),
    clicks: count({ hidden: true, width: 80, needs: 'recommend.write' }),
    incomeFen: money({ hidden: true, width: 104, needs: 'recommend.write' }),
    audience: choice(AUDIENCES, { filter: 'any', hidden: true, width: 96, needs: 'recommend.write' }),
    source: choice(SOURCES, { filter: 'any', hidden: true, width: 88, needs: 'recommend.write' }),
    platform: choice(PLATFORMS, { filter: 'any', nullable: true, hidden: true, width: 88 }),
    categoryName: text({ nullable: true, hidden: true, width: 120 }),
    startAt: time({ sort: true, nullable: true, hidden: true, width: 128 }),
    endBefore: time({ nullable: true, hidden: true, width: 128 }),
    reason: text({ hidden: true, width: 240 }),
    updatedAt: time({ sort: true, hidden: true, width: 128 }),
    quota: count({ nullable: true, internal: true }),
    /** The item's video, for its cover. */
    videoId: id({ nullable: true, internal: true }),
    coverUrl: text({ nullable: true, internal: true }),
    /** Held offline by a risk decision. */
    isHeld: flag({ internal: true, needs: 'recommend.write' }),
    version: count({ internal: true }),
  },
  filters: {
    keyword: text({ filter: 'contains' }),
    categoryId: id({ filter: 'any' }),
  },
  order: ['priority', 'desc'],
  rowId: 'recId',
})

/** Figures of the filtered set. Impressions and clicks count a person of a partner once a day and item. */
export const recommendSummary = defineEndpoint({
  method: 'GET',
  path: '/api/recommend/summary',
  permission: 'recommend.write',
  filters: recommendList,
  reply: Type.Object({
    online: Type.Integer(),
    impressions: Type.Integer(),
    clicks: Type.Integer(),
    claims: Type.Integer(),
    submissions: Type.Integer(),
    valid: Type.Integer(),
    plays: Type.Integer(),
  }),
})

/** A partner's own figures: what is offered to it and where its claims stand. */
export const recommendOwn = defineEndpoint({
  method: 'GET',
  path: '/api/recommend/own',
  permission: 'recommend.claim',
  reply: Type.Object({
    offered: Type.Integer(),
    claimed: Type.Integer(),
    dueSoon: Type.Integer(),
    submitted: Type.Integer(),
    valid: Type.Integer(),
  }),
})

const Named = Type.Object({ id: Id, name: Type.String() })

/** What forms and filters offer within the scope: partners to operators, its creators to a partner. */
export const recommendOptions = defineEndpoint({
  method: 'GET',
  path: '/api/recommend/options',
  permission: 'recommend.read',
  reply: Type.Object({
    partners: Type.Array(Named),
    creators: Type.Array(Type.Object({ id: Id, name: Type.String(), platform: Type.Enum(PLATFORMS) })),
    categories: Type.Array(
      Type.Object({ id: Id, parentId: nullable(Id), nameZh: Type.String(), nameEn: Type.String() }),
    ),
  }),
})

/** Targets whose id or name matches, at most 20, within the scope. */
export const recommendTargets = defineEndpoint({
  method: 'GET',
  path: '/api/recommend/targets',
  permission: 'recommend.write',
  query: strict({
    type: Type.Enum(['video', 'task', 'collection']),
    q: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Type.Object({
    targets: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        note: Type.String(),
        coverUrl: nullable(Type.String()),
        isClean: Type.Boolean(),
      }),
    ),
  }),
})

const Instant = Type.String({
  pattern: '^20\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$',
  description: 'ISO instant',
})
const Claim = Type.Object({
  claimId: Id,
  partnerName: Type.String(),
  creatorName: Type.String(),
  platform: Type.String(),
  status: Type.Enum(claimFlow.states),
  claimedAt: Type.String(),
  dueAt: Type.String(),
  link: nullable(Type.String()),
  isMatched: Type.Boolean(),
  plays: nullable(Type.Integer()),
  invalidReason: nullable(Type.String()),
  version: Type.Integer(),
})
export type Claim = Static<typeof Claim>

/** One item. A partner gets its own claims alone, and no count that others have a part in beyond the quota left. */
export const recommendDetail = defineEndpoint({
  method: 'GET',
  path: '/api/recommend/:id',
  permission: 'recommend.read',
  params: idParams,
  reply: Type.Object({
    item: Type.Object({
      recId: Id,
      targetType: Type.Enum(TARGET_TYPES),
      targetId: nullable(Id),
      targetName: nullable(Type.String()),
      title: Type.String(),
      reason: Type.String(),
      tags: Type.Array(Type.String()),
      slotCode: Type.Enum(SLOTS),
      status: Type.Enum(itemFlow.states),
      score: Type.Integer(),
      quota: nullable(Type.Integer()),
      quotaLeft: nullable(Type.Integer()),
      estCpmFen: nullable(Type.Integer()),
      deadlineAt: nullable(Type.String()),
      startAt: nullable(Type.String()),
      endBefore: nullable(Type.String()),
      platform: nullable(Type.String()),
      durationMs: nullable(Type.Integer()),
      coverUrl: nullable(Type.String()),
      shareUrl: nullable(Type.String()),
      version: Type.Integer(),
    }),
    /** Operators alone. */
    staff: Type.Optional(
      Type.Object({
        priority: Type.Integer(),
        source: Type.Enum(SOURCES),
        audience: Type.Enum(AUDIENCES),
        partnerIds: Type.Array(Id),
        isHeld: Type.Boolean(),
        impressions: Type.Integer(),
        clicks: Type.Integer(),
        claims: Type.Integer(),
        submissions: Type.Integer(),
        valid: Type.Integer(),
        plays: Type.Integer(),
        incomeFen: Type.Integer(),
        createdBy: nullable(Type.String()),
        updatedAt: Type.String(),
      }),
    ),
    claims: Type.Array(Claim),
  }),
})

const fields = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  reason: Type.String({ maxLength: 200 }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 10 }),
  slotCode: Type.Enum(SLOTS),
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  quota: nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
  estCpmFen: nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  deadlineAt: nullable(Instant),
  startAt: nullable(Instant),
  endBefore: nullable(Instant),
  audience: Type.Enum(AUDIENCES),
  partnerIds: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
}
const Fields = strict(fields)
export type Fields = Static<typeof Fields>

/** Makes a draft. A topic has no target beside its title. */
export const recommendCreate = defineEndpoint({
  method: 'POST',
  path: '/api/recommend',
  permission: 'recommend.write',
  body: strict({ ...fields, targetType: Type.Enum(TARGET_TYPES), targetId: nullable(Id) }),
  reply: Type.Object({ id: Id }),
})

/** Makes a draft of each video of another list's selection, titled as the video. */
export const recommendVideos = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/videos',
  permission: 'recommend.write',
  body: strict({
    target: Target,
    reason: Type.String({ maxLength: 200 }),
    slotCode: Type.Enum(SLOTS),
    quota: nullable(Type.Integer({ minimum: 1, maximum: 100_000 })),
  }),
  reply: Type.Object({ created: Type.Integer(), firstId: nullable(Id) }),
})

export const recommendEdit = defineEndpoint({
  method: 'PATCH',
  path: '/api/recommend/:id',
  permission: 'recommend.write',
  params: idParams,
  body: strict({ ...fields, version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})

const Moved = Type.Object({ status: Type.Enum(itemFlow.states), version: Type.Integer() })
const move = <const P extends string>(path: P) =>
  defineEndpoint({
    method: 'POST',
    path,
    permission: 'recommend.write',
    params: idParams,
    body: strict({ version: Version }),
    reply: Moved,
  })
/** Puts an item online now; a start that lies ahead is dropped. */
export const recommendPublish = move('/api/recommend/:id/online')
export const recommendWithdraw = move('/api/recommend/:id/offline')
/** Lets an item go online by itself at its start. */
export const recommendSchedule = move('/api/recommend/:id/schedule')
/** Puts an item first in its slot. */
export const recommendTop = move('/api/recommend/:id/top')

export const recommendPublishMany = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/online',
  permission: 'recommend.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})
export const recommendWithdrawMany = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/offline',
  permission: 'recommend.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})
/** Moves start, deadline and end by whole days. */
export const recommendShift = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/shift',
  permission: 'recommend.write',
  body: strict({ target: Target, days: Type.Integer({ minimum: -90, maximum: 90 }) }),
  reply: BulkReport,
})
export const recommendAudience = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/audience',
  permission: 'recommend.write',
  body: strict({ target: Target, audience: fields.audience, partnerIds: fields.partnerIds }),
  reply: BulkReport,
})

/** Takes a place for one of the partner's creators. */
export const claimCreate = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/:id/claim',
  permission: 'recommend.claim',
  params: idParams,
  body: strict({ creatorId: Id }),
  reply: Type.Object({ claimId: Id, dueAt: Type.String() }),
})
export const claimCancel = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/claims/:id/cancel',
  permission: 'recommend.claim',
  params: idParams,
  body: strict({ version: Version }),
  reply: Type.Object({ version: Type.Integer() }),
})
/** Hands in the work's link; a work not known here yet is matched when its figures arrive. */
export const claimSubmit = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/claims/:id/submit',
  permission: 'recommend.claim',
  params: idParams,
  body: strict({ link: Type.String({ minLength: 1, maxLength: 500 }), version: Version }),
  reply: Type.Object({ version: Type.Integer(), isMatched: Type.Boolean() }),
})
export const claimJudge = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/claims/:id/judge',
  permission: 'recommend.write',
  params: idParams,
  body: strict({
    isValid: Type.Boolean(),
    reason: nullable(Type.String({ minLength: 2, maxLength: 200 })),
    version: Version,
  }),
  reply: Type.Object({ version: Type.Integer() }),
})

/** What the daily rule holds worth recommending, best first. */
export const suggestionList = defineEndpoint({
  method: 'GET',
  path: '/api/recommend/suggestions',
  permission: 'recommend.write',
  reply: Type.Object({
    suggestions: Type.Array(
      Type.Object({
        suggestionId: Id,
        videoId: Id,
        title: Type.String(),
        platform: Type.Enum(PLATFORMS),
        coverUrl: nullable(Type.String()),
        durationMs: nullable(Type.Integer()),
        categoryNameZh: Type.String(),
        categoryNameEn: Type.String(),
        suggestedOn: Type.String(),
        score: Type.Integer(),
        /** Growth of the category's plays, 7 days against the 7 before, in parts per million. */
        growth: Type.Integer(),
        finishRate: Type.Integer(),
        finishP80: Type.Integer(),
      }),
    ),
  }),
})
/** Makes a draft of the suggested video. */
export const suggestionAccept = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/suggestions/:id/accept',
  permission: 'recommend.write',
  params: idParams,
  reply: Type.Object({ id: Id }),
})
export const suggestionDismiss = defineEndpoint({
  method: 'POST',
  path: '/api/recommend/suggestions/:id/dismiss',
  permission: 'recommend.write',
  params: idParams,
  reply: Type.Object({ done: Type.Boolean() }),
})
