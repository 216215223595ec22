import Type, { type Static } from 'typebox'
import { BulkReport, Target } from '../../core/bulk.ts'
import { choice, count, flag, id, span, text, time } from '../../core/columns.ts'
import { Done, defineEndpoint, defineList, Id, idParams, nullable, strict, Version } from '../../core/contract.ts'
import { CONTENT_TYPES, PLATFORMS } from '../../core/works.ts'
import { riskFlow } from './flow.ts'

export const LABELS = [
  'porn',
  'terror',
  'politics',
  'illegal',
  'abuse',
  'ad',
  'spam',
  'minor',
  'privacy',
  'copyright',
  'fake_traffic',
  'rumor',
  'other',
] as const
export const SOURCES = ['machine', 'platform', 'report', 'manual', 'rule', 'copyright'] as const
export const SEVERITIES = ['p0', 'p1', 'p2', 'p3'] as const
/** What a decision may do, in the order of the keys 1 to 8. */
export const EFFECTS = ['none', 'warn', 'limit', 'remove', 'exclude', 'freeze', 'strike', 'ban'] as const
export const APPEAL_STATES = ['none', 'submitted', 'upheld', 'overturned'] as const
export type Effect = (typeof EFFECTS)[number]
export type Severity = (typeof SEVERITIES)[number]

/** What staff see of a case and its partner does not: absent from rows, sorts, filters and files. */
const STAFF = { needs: 'riskVideos.write' } as const

/** The risk cases (domain page S7); a partner sees its own, without what is inside. */
export const riskList = defineList({
  key: 'risk',
  path: '/api/risk-videos',
  permission: 'riskVideos.read',
  columns: {
    caseId: id({ hidden: true, width: 100 }),
    caseNo: text({ hidden: true, width: 150 }),
    title: text({ width: 240, pin: 'start' }),
    severity: choice(SEVERITIES, { ...STAFF, filter: 'any', width: 84 }),
    label: choice(LABELS, { filter: 'any', width: 96 }),
    state: choice(riskFlow.states, { filter: 'any', width: 96 }),
    priority: count({ ...STAFF, sort: true, width: 84 }),
    slaDueAt: time({ ...STAFF, sort: true, width: 128 }),
    source: choice(SOURCES, { ...STAFF, filter: 'any', width: 88 }),
    score: count({ ...STAFF, nullable: true, filter: 'between', width: 72 }),
    reportCount: count({ ...STAFF, width: 72 }),
    playCount: count({ filter: 'between', width: 80 }),
    platform: choice(PLATFORMS, { filter: 'any', width: 72 }),
    creatorName: text({ nullable: true, width: 112 }),
    partnerName: text({ ...STAFF, nullable: true, width: 112 }),
    assigneeName: text({ ...STAFF, nullable: true, width: 96 }),
    effects: text({ width: 140 }),
    policyCode: text({ nullable: true, width: 88 }),
    appealState: choice(APPEAL_STATES, { filter: 'any', width: 96 }),
    appealDueAt: time({ nullable: true, width: 128 }),
    createdAt: time({ sort: true, filter: 'between', width: 128 }),
    decidedAt: time({ nullable: true, hidden: true, width: 128 }),
    publishedAt: time({ nullable: true, filter: 'between', hidden: true, width: 128 }),
    videoId: id({ hidden: true, width: 100 }),
    contentType: choice(CONTENT_TYPES, { internal: true }),
    durationMs: span({ nullable: true, internal: true }),
    coverUrl: text({ nullable: true, internal: true }),
    isMine: flag({ ...STAFF, internal: true, filter: 'is' }),
    version: count({ ...STAFF, internal: true }),
  },
  filters: {
    /** Title, case number or id of the work. */
    keyword: text({ filter: 'contains' }),
    partnerId: id({ filter: 'any', needs: 'riskVideos.write' }),
    creatorId: id({ filter: 'any' }),
    /** `none`: in nobody's hands. */
    assigneeId: id({ filter: 'any', needs: 'riskVideos.write' }),
    isOverdue: flag({ filter: 'is', needs: 'riskVideos.write' }),
    isDueSoon: flag({ filter: 'is', needs: 'riskVideos.write' }),
    hasAppeal: flag({ filter: 'is' }),
    policy: choice(
      ['S-01', 'T-01', 'P-01', 'L-01', 'M-03', 'A-01', 'A-02', 'Q-01', 'V-01', 'C-01', 'F-01', 'R-01', 'G-01'],
      { filter: 'any' },
    ),
  },
  order: ['createdAt', 'desc'],
  rowId: 'caseId',
})

/** The queue in figures, of the list's filters. A partner's is its own: what is open, what waits for it. */
export const riskSummary = defineEndpoint({
  method: 'GET',
  path: '/api/risk-videos/summary',
  permission: 'riskVideos.read',
  filters: riskList,
  reply: Type.Object({
    open: Type.Integer(),
    decided: Type.Integer(),
    appealing: Type.Integer(),
    /** Decisions a partner can still answer. */
    answerable: Type.Integer(),
    staff: Type.Optional(
      Type.Object({
        mine: Type.Integer(),
        pending: Type.Integer(),
        escalated: Type.Integer(),
        overdue: Type.Integer(),
        /** Opened and acted on in the last 24 hours, and in the 24 before. */
        inbound: Type.Integer(),
        inboundBefore: Type.Integer(),
        handled: Type.Integer(),
        handledBefore: Type.Integer(),
        /** Of the last 30 days: decisions that did something, in ppm of all; seconds from claim to decision; appeals that were right. */
        actionRatePpm: nullable(Type.Integer()),
        handlingSeconds: nullable(Type.Integer()),
        overturnRatePpm: nullable(Type.Integer()),
      }),
    ),
  }),
})

/** Who decided how much, which policies were used, and where cases came from, over the last days. */
export const riskStatistics = defineEndpoint({
  method: 'GET',
  path: '/api/risk-videos/statistics',
  permission: 'riskVideos.write',
  query: strict({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })) }),
  reply: Type.Object({
    days: Type.Array(Type.Object({ day: Type.String(), inbound: Type.Integer(), handled: Type.Integer() })),
    reviewers: Type.Array(
      Type.Object({
        name: Type.String(),
        decisions: Type.Integer(),
        actioned: Type.Integer(),
        skipped: Type.Integer(),
        handlingSeconds: nullable(Type.Integer()),
        overturned: Type.Integer(),
      }),
    ),
    policies: Type.Array(
      Type.Object({ code: Type.String(), nameZh: Type.String(), nameEn: Type.String(), decisions: Type.Integer() }),
    ),
    sources: Type.Array(Type.Object({ source: Type.String(), cases: Type.Integer() })),
  }),
})

/** What forms offer: policies, who may be given cases, partners, and the table of levels and strikes. */
export const riskOptions = defineEndpoint({
  method: 'GET',
  path: '/api/risk-videos/options',
  permission: 'riskVideos.write',
  reply: Type.Object({
    policies: Type.Array(
      Type.Object({
        code: Type.String(),
        nameZh: Type.String(),
        nameEn: Type.String(),
        labels: Type.Array(Type.String()),
        defaultEffects: Type.Array(Type.String()),
        reasonZh: Type.String(),
        reasonEn: Type.String(),
      }),
    ),
    reviewers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    partners: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    severities: Type.Array(
      Type.Object({
        severity: Type.String(),
        slaMinutes: Type.Integer(),
        strikePoints: Type.Integer(),
        strikeDays: Type.Integer(),
        holdsIncome: Type.Boolean(),
      }),
    ),
    steps: Type.Array(Type.Object({ pointsFrom: Type.Integer(), suspensionDays: Type.Integer() })),
  }),
})

const Evidence = Type.Object({
  startMs: nullable(Type.Integer()),
  endMs: nullable(Type.Integer()),
  form: Type.String(),
  text: Type.String(),
  score: Type.Optional(nullable(Type.Integer())),
})

const Event = Type.Object({
  id: Id,
  at: Type.String(),
  kind: Type.String(),
  effects: Type.Array(Type.String()),
  reasonZh: nullable(Type.String()),
  reasonEn: nullable(Type.String()),
  text: nullable(Type.String()),
  actor: Type.Optional(nullable(Type.String())),
})

/** One case. What is for staff alone stands in `staff`, which a partner's answer does not have. */
export const riskDetail = defineEndpoint({
  method: 'GET',
  path: '/api/risk-videos/:id',
  permission: 'riskVideos.read',
  params: idParams,
  reply: Type.Object({
    caseId: Id,
    caseNo: Type.String(),
    state: Type.String(),
    label: Type.String(),
    video: Type.Object({
      videoId: Id,
      title: Type.String(),
      platform: Type.String(),
      platformItemId: Type.String(),
      shareUrl: nullable(Type.String()),
      coverUrl: nullable(Type.String()),
      contentType: Type.String(),
      durationMs: nullable(Type.Integer()),
      creatorName: nullable(Type.String()),
      partnerName: nullable(Type.String()),
      publishedAt: nullable(Type.String()),
      visibility: Type.String(),
      riskState: Type.String(),
      playCount: Type.Integer(),
    }),
    evidence: Type.Array(Evidence),
    effects: Type.Array(Type.String()),
    policy: nullable(Type.Object({ code: Type.String(), nameZh: Type.String(), nameEn: Type.String() })),
    reasonZh: nullable(Type.String()),
    reasonEn: nullable(Type.String()),
    decidedAt: nullable(Type.String()),
    appealState: Type.String(),
    appealText: nullable(Type.String()),
    appealReply: nullable(Type.String()),
    appealDueAt: nullable(Type.String()),
    fixText: nullable(Type.String()),
    /** What this person may do now. */
    actions: Type.Array(Type.String()),
    events: Type.Array(Event),
    createdAt: Type.String(),
    staff: Type.Optional(
      Type.Object({
        severity: Type.String(),
        source: Type.String(),
        suggestion: nullable(Type.String()),
        score: nullable(Type.Integer()),
        priority: Type.Integer(),
        reportCount: Type.Integer(),
        signalCount: Type.Integer(),
        slaDueAt: Type.String(),
        version: Type.Integer(),
        assigneeId: nullable(Id),
        assigneeName: nullable(Type.String()),
        claimUntil: nullable(Type.String()),
        isMine: Type.Boolean(),
        /** Somebody else proposed to dismiss it: this person's word counts as the second. */
        proposedBy: nullable(Type.String()),
        canConfirmProposal: Type.Boolean(),
        undoUntil: nullable(Type.String()),
        notes: Type.Array(
          Type.Object({ at: Type.String(), source: Type.String(), text: Type.String(), by: nullable(Type.String()) }),
        ),
        creator: Type.Object({
          cases90d: Type.Integer(),
          upheld90d: Type.Integer(),
          activePoints: Type.Integer(),
          /** Days of suspension recommended; 0 is a warning, null nothing. */
          recommendedDays: nullable(Type.Integer()),
        }),
        strikes: Type.Array(
          Type.Object({
            id: Id,
            points: Type.Integer(),
            createdAt: Type.String(),
            expiresAt: Type.String(),
            isActive: Type.Boolean(),
          }),
        ),
        earlier: Type.Array(
          Type.Object({
            caseId: Id,
            title: Type.String(),
            label: Type.String(),
            state: Type.String(),
            effects: Type.Array(Type.String()),
            createdAt: Type.String(),
          }),
        ),
        /** Works of the partner with an upheld case, in ppm of its works of 90 days; and of all partners. */
        partnerRatePpm: nullable(Type.Integer()),
        averageRatePpm: nullable(Type.Integer()),
        otherCases: Type.Array(Type.Object({ caseId: Id, label: Type.String(), state: Type.String() })),
        /** Places the work was handed on to that still stand, and their plays. */
        places: Type.Integer(),
        placePlays: Type.Integer(),
        isHeld: Type.Boolean(),
        stakeFen: Type.Optional(Type.Integer()),
      }),
    ),
  }),
})

const Changed = Type.Object({ state: Type.String(), version: Type.Integer() })
const Reason = Type.String({ minLength: 2, maxLength: 500 })

/** Takes the most urgent case nobody holds; of two who ask at once each gets another. Null when there is none. */
export const riskNext = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/next',
  permission: 'riskVideos.write',
  body: strict({
    labels: Type.Optional(Type.Array(Type.Enum(LABELS), { maxItems: 13 })),
    /** The case one is leaving: not given again. */
    after: Type.Optional(Id),
  }),
  reply: Type.Object({ caseId: nullable(Id) }),
})

/** Takes a case for oneself, for 30 minutes. Throws CLAIMED_BY_OTHER (409) with who holds it. */
export const riskClaim = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/claim',
  permission: 'riskVideos.write',
  params: idParams,
  reply: Changed,
})

export const riskRelease = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/release',
  permission: 'riskVideos.write',
  params: idParams,
  reply: Changed,
})

/** Gives a case back with why one cannot decide it. */
export const riskSkip = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/skip',
  permission: 'riskVideos.write',
  params: idParams,
  body: strict({ reason: Reason }),
  reply: Changed,
})

export const riskEscalate = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/escalate',
  permission: 'riskVideos.write',
  params: idParams,
  body: strict({ reason: Reason }),
  reply: Changed,
})

const decision = {
  effects: Type.Array(Type.Enum(EFFECTS), { minItems: 1, maxItems: 8, uniqueItems: true }),
  /** Needed for anything but `none`. */
  policyCode: nullable(Type.String({ maxLength: 20 })),
  reasonZh: Type.String({ maxLength: 500 }),
  reasonEn: Type.String({ maxLength: 500 }),
  /** For `ban`: whom, and for how many days; null: without end. */
  banScope: Type.Optional(Type.Enum(['creator', 'partner'])),
  banDays: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 3_650 }))),
  /** Stays inside. */
  note: Type.Optional(Type.String({ maxLength: 500 })),
}
export const Decision = strict(decision)
export type Decision = Static<typeof Decision>

/**
 * Decides a case one holds; takes effect at once. A first person's dismissal of a p0 case is a proposal
 * (`state: escalated`). Throws CLAIMED_BY_OTHER, STALE (409), SECOND_PERSON, POLICY_* (422).
 */
export const riskDecide = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/decide',
  permission: 'riskVideos.write',
  params: idParams,
  body: strict({ ...decision, version: Version }),
  reply: Type.Object({ state: Type.String(), version: Type.Integer(), undoUntil: nullable(Type.String()) }),
})

/** Takes back one's own decision within ten seconds. */
export const riskUndo = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/undo',
  permission: 'riskVideos.write',
  params: idParams,
  reply: Changed,
})

/** The partner's one appeal, within seven days, 10 to 1,000 characters. */
export const riskAppeal = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/appeal',
  permission: 'riskVideos.appeal',
  params: idParams,
  body: strict({ text: Type.String({ maxLength: 4_000 }) }),
  reply: Done,
})

/** The partner says it is put right: the case is looked at again. */
export const riskFix = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/fix',
  permission: 'riskVideos.appeal',
  params: idParams,
  body: strict({ text: Type.String({ maxLength: 4_000 }) }),
  reply: Done,
})

/** Answers an appeal: upheld, the decision stands; overturned, all it did is undone. */
export const riskJudge = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/judge',
  permission: 'riskVideos.write',
  params: idParams,
  body: strict({ verdict: Type.Enum(['upheld', 'overturned']), reply: Reason, version: Version }),
  reply: Changed,
})

export const riskReopen = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/:id/reopen',
  permission: 'riskVideos.reopen',
  params: idParams,
  body: strict({ reason: Reason, version: Version }),
  reply: Changed,
})

/** Lets a strike count no longer. */
export const riskDismissStrike = defineEndpoint({
  method: 'POST',
  path: '/api/risk-strikes/:id/dismiss',
  permission: 'riskVideos.write',
  params: idParams,
  body: strict({ reason: Reason }),
  reply: Done,
})

/** The same decision for up to 200 cases; each free one is taken and decided, the others are named with why not. */
export const riskDecideMany = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/decide',
  permission: 'riskVideos.write',
  body: strict({ target: Target, ...decision }),
  reply: BulkReport,
})

/** Gives up to 200 cases to a colleague. */
export const riskAssign = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/assign',
  permission: 'riskVideos.write',
  body: strict({ target: Target, userId: Id }),
  reply: BulkReport,
})

/** Joins pending cases of one video into its most urgent open one: signals, reports and the highest level go along. */
export const riskMerge = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos/merge',
  permission: 'riskVideos.write',
  body: strict({ target: Target }),
  reply: BulkReport,
})

/** Flags videos by hand: opens cases, or joins those that are open. */
export const riskFlag = defineEndpoint({
  method: 'POST',
  path: '/api/risk-videos',
  permission: 'riskVideos.write',
  body: strict({
    target: Target,
    label: Type.Enum(LABELS),
    severity: Type.Enum(SEVERITIES),
    note: Type.String({ minLength: 2, maxLength: 500 }),
  }),
  reply: Type.Object({ opened: Type.Integer(), joined: Type.Integer() }),
})

/** Anybody reports a work by its link. The answer is the same whether the work is known here or not. */
export const riskReport = defineEndpoint({
  method: 'POST',
  path: '/api/risk-reports',
  permission: 'self.use',
  body: strict({
    link: Type.String({ maxLength: 1_000 }),
    label: Type.Enum(LABELS),
    text: Type.String({ maxLength: 1_000 }),
  }),
  reply: Done,
})

/** Rows of one batch of signals. */
const MAX_SIGNALS = 1_000
/** Refused rows named in the answer. */
export const MAX_REFUSALS = 100

/**
 * Signals of machine review, platform penalties and rights holders. Each row is taken or refused by itself; the same batch
 * sent again changes nothing and answers `duplicate: true`. Throws MACHINE_CLOSED.
 */
export const riskSignals = defineEndpoint({
  method: 'POST',
  path: '/ingest/v1/risk-signals',
  permission: 'ingest.write',
  token: 'ingest.write',
  body: strict({
    batchId: Type.String({ minLength: 1, maxLength: 100, description: 'own id of the batch' }),
    source: Type.String({ pattern: '^[\\w.-]{1,60}$', description: 'letters, digits and _ . -' }),
    // Rows are read one by one: a bad one is refused alone, so their shape is not the body's.
    rows: Type.Array(
      Type.Unknown({
        description: 'One signal about one work',
        examples: [
          {
            platform: 'douyin',
            platformItemId: '7301234567890123456',
            kind: 'machine',
            label: 'minor',
            severity: 'p1',
            suggestion: 'review',
            score: 94,
            evidence: [{ startMs: 27_000, endMs: 31_000, form: 'image', text: '疑似未成年人单独出镜', score: 94 }],
          },
        ],
      }),
      { maxItems: MAX_SIGNALS },
    ),
  }),
  reply: Type.Object({
    batchId: Type.String(),
    duplicate: Type.Boolean(),
    rows: Type.Integer(),
    accepted: Type.Integer(),
    refused: Type.Integer(),
    refusals: Type.Array(
      Type.Object({ index: Type.Integer(), field: Type.String(), code: Type.String(), msg: Type.String() }),
    ),
  }),
})
