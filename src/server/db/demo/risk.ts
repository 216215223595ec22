import type pg from 'pg'
import { addDays, startOf } from '../../../core/time.ts'
import { type Random, randomOf } from './random.ts'
import type { Size } from './size.ts'

/** Cases written at once: any number of videos without holding their rows. */
const BATCH = 2_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Subject {
  id: number
  partner: number | null
  creator: number | null
  risk: 'none' | 'pending' | 'limited' | 'blocked' | 'appealing'
  visibility: string
  durationMs: number | null
  published: string
}

interface Label {
  label: string
  weight: number
  policy: string
  severity: readonly ('p0' | 'p1' | 'p2' | 'p3')[]
  form: 'image' | 'ocr' | 'asr' | 'figures'
  source: readonly string[]
  says: readonly string[]
}

/** What is found, by label: its level, where it comes from, what the evidence says. */
const LABELS: readonly Label[] = [
  {
    label: 'minor',
    weight: 9,
    policy: 'M-03',
    severity: ['p0', 'p1', 'p1'],
    form: 'image',
    source: ['machine', 'report'],
    says: ['疑似未成年人单独出镜，无监护人', '「放学别告诉你妈」', '含学校名称：××市第三小学', '画面出现校服与校徽'],
  },
  {
    label: 'illegal',
    weight: 6,
    policy: 'L-01',
    severity: ['p0', 'p1'],
    form: 'ocr',
    source: ['machine', 'platform'],
    says: ['画面出现电子烟及价格', '「要的私我，包邮到家」', '展示管制刀具', '字幕含「免税代购」'],
  },
  {
    label: 'copyright',
    weight: 16,
    policy: 'C-01',
    severity: ['p1', 'p2', 'p2'],
    form: 'image',
    source: ['copyright', 'machine', 'report'],
    says: ['与原创作品画面重合 92%', '左上角残留他人水印', '背景音乐未获授权', '片段来自院线电影'],
  },
  {
    label: 'ad',
    weight: 15,
    policy: 'A-02',
    severity: ['p1', 'p2', 'p2', 'p3'],
    form: 'ocr',
    source: ['machine', 'rule', 'report'],
    says: ['画面出现微信号与二维码', '「主页第三条有惊喜」', '字幕含「私聊领取」', '口播引导至站外下单'],
  },
  {
    label: 'fake_traffic',
    weight: 15,
    policy: 'F-01',
    severity: ['p1', 'p2', 'p2'],
    form: 'figures',
    source: ['rule', 'platform'],
    says: [
      '昨日播放为前 7 日均值的 11 倍',
      '点赞播放比 34%，远高于同类目',
      '评论集中出现在 2 分钟内',
      '播放量回滚 27%',
    ],
  },
  {
    label: 'rumor',
    weight: 9,
    policy: 'R-01',
    severity: ['p1', 'p2', 'p3'],
    form: 'asr',
    source: ['report', 'machine'],
    says: ['「吃这个三天血糖就下来了」', '「内部消息，下周全面停售」', '引用的报告查无出处'],
  },
  {
    label: 'spam',
    weight: 12,
    policy: 'Q-01',
    severity: ['p3', 'p3', 'p2'],
    form: 'image',
    source: ['rule', 'machine'],
    says: ['7 天内同一标题发布 6 次', '画面静止超过 80%', '文案与 14 个作品完全相同'],
  },
  {
    label: 'abuse',
    weight: 7,
    policy: 'A-01',
    severity: ['p2', 'p3'],
    form: 'asr',
    source: ['report', 'machine'],
    says: ['「就他也配上镜？」', '字幕点名辱骂同行', '评论区置顶引战内容'],
  },
  {
    label: 'privacy',
    weight: 6,
    policy: 'V-01',
    severity: ['p1', 'p2'],
    form: 'image',
    source: ['report', 'machine'],
    says: ['快递面单露出姓名与电话', '未打码的车牌与门牌号', '聊天记录含他人头像'],
  },
  {
    label: 'porn',
    weight: 4,
    policy: 'S-01',
    severity: ['p0', 'p1'],
    form: 'image',
    source: ['machine'],
    says: ['画面裸露程度较高', '擦边镜头持续 6 秒', '标题含低俗暗示'],
  },
  {
    label: 'other',
    weight: 3,
    policy: 'G-01',
    severity: ['p3'],
    form: 'image',
    source: ['manual'],
    says: ['封面与内容不符', '标题夸大'],
  },
]
const WEIGHTS = Object.fromEntries(LABELS.map(({ label, weight }) => [label, weight]))

const SLA = { p0: 30 * MINUTE, p1: 4 * HOUR, p2: DAY, p3: 3 * DAY }
const POINTS = { p0: 12, p1: 6, p2: 3, p3: 1 }
const POINT_DAYS = { p0: 365, p1: 180, p2: 90, p3: 60 }
/** The rule that would have found it. */
const RULE_OF: Record<string, string> = { ad: 'forbiddenWords', fake_traffic: 'playSpike', spam: 'duplicateTitles' }
const NOTES = [
  '疑似同一团队批量操作，请一并查看',
  '达人称已取得授权，等材料',
  '和上周那条是同一批素材',
  '运营反馈，麻烦优先看下',
]
const APPEALS = [
  '视频中的孩子是我本人的女儿，拍摄时我就在旁边，已补充监护人授权书，请重新审核。',
  '该素材为我司自有拍摄，原始工程文件可随时提供，并非搬运，申请撤销处置。',
  '当日播放增长来自平台首页推荐，并非刷量，可查看后台推荐流量占比截图。',
  '字幕中的联系方式是门店地址，不含任何引流信息，恳请核实后恢复。',
]
const REPLIES = {
  upheld: '已复核原始素材，判定依据充分，维持原处置。',
  overturned: '材料齐全，确认误判，处置已撤销，给您带来不便敬请谅解。',
}
const REPORTS = [
  '看着不对劲，请尽快核查',
  '连续刷到好几次，建议处理',
  '评论里很多人都在反映同样的问题',
  '已经影响到我们正常投稿了',
]

interface Rows {
  cases: object[]
  signals: object[]
  events: object[]
  effects: object[]
  holds: object[]
  strikes: object[]
}

/** Risk cases for every video whose drawn state says so, and some that ended well; each with its whole story. */
export async function fillRisk(client: pg.PoolClient, size: Size): Promise<void> {
  const dayEnd = +startOf(addDays(size.through, 1))
  // The demo ends yesterday: then a queue is as old as it says. A fixed world has a fixed hour.
  const isToday = Date.now() >= dayEnd && Date.now() < dayEnd + DAY
  const clock = isToday ? Date.now() : dayEnd + 10 * HOUR
  const people = await client.query<{ id: number; role: string; key: string }>(
    `select id, role, access_key as key from app_user where status = 'active' order by id`,
  )
  const staff = people.rows.filter(({ key }) => ['admin', 'ops', 'coo', 'leader'].includes(key)).map(({ id }) => id)
  const reporters = people.rows.filter(({ role }) => role === 'supplier' || role === 'partner').map(({ id }) => id)
  const policies = await client.query<{ code: string; reason_zh: string; reason_en: string }>(
    'select code, reason_zh, reason_en from risk_policy',
  )
  const reasons = new Map(policies.rows.map((one) => [one.code, one]))
  const subjects = await client.query<Subject>(
    `select id, partner_id as partner, creator_id as creator, risk_state as risk, visibility, duration_ms as "durationMs", published_at as published
     from video where (risk_state <> 'none' or (id % 53 = 7 and id < 200000)) and partner_id is not null and published_at is not null order by id`,
  )
  let [caseId, eventId] = [0, 0]
  for (let at = 0; at < subjects.rows.length; at += BATCH) {
    const rows: Rows = { cases: [], signals: [], events: [], effects: [], holds: [], strikes: [] }
    for (const subject of subjects.rows.slice(at, at + BATCH)) {
      const draw = new Story(size.seed, subject, { clock, staff, reporters, reasons }, ++caseId, eventId)
      draw.tell(rows)
      eventId = draw.lastEvent
    }
    await insert(client, rows)
  }
  for (const table of ['risk_case', 'risk_event'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce(max(id), 1), max(id) is not null) from ${table}`,
    )
}

interface Circumstances {
  clock: number
  staff: number[]
  reporters: number[]
  reasons: Map<string, { reason_zh: string; reason_en: string }>
}

/** One case from its signals to where it stands today. */
class Story {
  lastEvent: number
  private readonly random: Random
  private readonly subject: Subject
  private readonly around: Circumstances
  private readonly caseId: number

  constructor(seed: number, subject: Subject, around: Circumstances, caseId: number, lastEvent: number) {
    this.random = randomOf(seed, 21, subject.id)
    this.subject = subject
    this.around = around
    this.caseId = caseId
    this.lastEvent = lastEvent
  }

  tell(rows: Rows): void {
    const { random, subject, caseId } = this
    const { clock, staff } = this.around
    const drawn = random.weigh(WEIGHTS)
    const about = LABELS.find(({ label }) => label === drawn)!
    const severity = random.pick(about.severity)
    const source = random.pick(about.source)
    const born = +new Date(subject.published) + 10 * MINUTE
    const isOpen = subject.risk === 'pending'
    const age = isOpen
      ? random.next() * SLA[severity] * 1.15
      : subject.risk === 'appealing'
        ? (0.5 + random.next() * 6) * DAY
        : (0.1 + random.next() ** 1.6 * 40) * DAY
    const opened = Math.min(Math.max(clock - age, Math.min(born, clock - 3 * MINUTE)), clock - 3 * MINUTE)
    const reports = source === 'report' ? random.int(1, 6) : random.chance(0.15) ? random.int(1, 3) : 0
    const score = source === 'machine' || source === 'copyright' ? random.int(68, 98) : null
    const holds = severity === 'p0' || severity === 'p1'
    const first = this.event(rows, opened, null, 'open', null, 'pending', { source, severity })
    const row: Record<string, unknown> = {
      id: caseId,
      video_id: subject.id,
      partner_id: subject.partner,
      creator_id: subject.creator,
      source,
      label: about.label,
      severity,
      score,
      suggestion: score === null ? null : score > 90 ? 'block' : 'review',
      report_count: reports,
      signal_count: 1 + reports,
      state: 'pending',
      effects: [],
      appeal_state: 'none',
      sla_due_at: iso(opened + SLA[severity]),
      created_at: iso(opened),
      version: 1,
    }
    this.signals(rows, about, { severity, source, score, reports, opened })
    if (isOpen) {
      if (holds) rows.holds.push({ video_id: subject.id, case_id: caseId, created_at: iso(opened), began_event: first })
      const kind = random.weigh({ pending: 74, claimed: 12, escalated: 14 })
      const at = opened + (clock - opened) * 0.6
      const by = random.pick(staff)
      if (kind === 'claimed') {
        this.event(rows, clock - 6 * MINUTE, by, 'claim', 'pending', 'claimed')
        Object.assign(row, {
          state: 'claimed',
          assignee_id: by,
          claimed_at: iso(clock - 6 * MINUTE),
          first_action_at: iso(clock - 6 * MINUTE),
          claim_until: iso(clock + 24 * MINUTE),
        })
      }
      if (kind === 'escalated') {
        this.event(rows, at, by, 'claim', 'pending', 'claimed')
        this.event(rows, at + 2 * MINUTE, by, 'escalate', 'claimed', 'escalated', { note: random.pick(NOTES) })
        Object.assign(row, { state: 'escalated', first_action_at: iso(at) })
      }
    } else this.decide(rows, row, about, { severity, opened, holds, first })
    rows.cases.push(row)
  }

  private signals(
    rows: Rows,
    about: Label,
    one: { severity: string; source: string; score: number | null; reports: number; opened: number },
  ): void {
    const { random, subject, caseId } = this
    const length = subject.durationMs ?? 0
    const said = [...about.says].sort(() => random.next() - 0.5).slice(0, random.int(1, 3))
    const evidence = said.map((words) => {
      const start = Math.round(length * (0.08 + random.next() * 0.8))
      const isTimed = about.form !== 'figures' && length > 8_000
      return {
        startMs: isTimed ? start : null,
        endMs: isTimed && random.chance(0.6) ? Math.min(length, start + random.int(2, 8) * 1_000) : null,
        form: words.startsWith('「') ? 'asr' : words.startsWith('字幕') ? 'ocr' : about.form,
        text: words,
        score: one.score === null ? null : Math.max(51, one.score - random.int(0, 20)),
      }
    })
    const signal = {
      video_id: subject.id,
      case_id: caseId,
      label: about.label,
      severity: one.severity,
      created_at: iso(one.opened),
    }
    rows.signals.push({
      ...signal,
      source: one.source,
      rule_code: one.source === 'rule' ? RULE_OF[about.label] : null,
      score: one.score,
      evidence,
      note: random.chance(0.25) ? random.pick(NOTES) : null,
      reporter_id: null,
    })
    for (let at = 0; at < one.reports; at++)
      rows.signals.push({
        ...signal,
        source: 'report',
        score: null,
        evidence: [],
        note: random.pick(REPORTS),
        reporter_id: at < this.around.reporters.length ? this.around.reporters[at] : null,
      })
  }

  private decide(
    rows: Rows,
    row: Record<string, unknown>,
    about: Label,
    one: { severity: keyof typeof SLA; opened: number; holds: boolean; first: number },
  ): void {
    const { random, subject, caseId } = this
    const { clock, staff, reasons } = this.around
    const by = random.pick(staff)
    const claimed = Math.min(one.opened + SLA[one.severity] * random.next() * 0.9, clock - 2 * MINUTE)
    const decided = Math.min(claimed + random.int(40, 900) * 1_000, clock - MINUTE)
    const standing: string[] = {
      none: random.chance(0.55) ? ['none'] : random.chance(0.5) ? ['warn'] : ['limit'],
      pending: [],
      limited: random.chance(0.4) ? ['limit', 'strike'] : ['limit'],
      blocked: random.chance(0.5) ? ['remove', 'freeze', 'strike'] : ['remove'],
      appealing: random.chance(0.5) ? ['limit', 'freeze'] : ['limit', 'strike'],
    }[subject.risk]
    // A video that shows nothing of a limit was given back to its partner.
    const isOverturned = subject.risk === 'none' && standing.includes('limit')
    const isNone = standing[0] === 'none'
    const reason = isNone ? undefined : reasons.get(about.policy)
    const said = {
      effects: standing,
      policyCode: isNone ? null : about.policy,
      reasonZh: reason?.reason_zh ?? '经核实未发现违规。',
      reasonEn: reason?.reason_en ?? 'No breach was found.',
    }
    this.event(rows, claimed, by, 'claim', 'pending', 'claimed')
    const seconds = Math.round((decided - claimed) / 1_000)
    const event = this.event(rows, decided, by, 'decide', 'claimed', 'decided', {
      ...said,
      seconds,
      before: {
        effects: [],
        policyCode: null,
        reasonZh: null,
        reasonEn: null,
        decidedBy: null,
        decidedAt: null,
        decisionEvent: null,
        appealDueAt: null,
      },
    })
    Object.assign(row, {
      state: 'decided',
      effects: standing,
      policy_code: said.policyCode,
      reason_zh: said.reasonZh,
      reason_en: said.reasonEn,
      assignee_id: by,
      claimed_at: iso(claimed),
      first_action_at: iso(claimed),
      decided_by: by,
      decided_at: iso(decided),
      decision_event: event,
      appeal_due_at: isNone ? null : iso(decided + 7 * DAY),
      version: 3,
    })
    let ended: { event: number; at: number } | undefined
    if (subject.risk === 'appealing') {
      const at = decided + (clock - decided) * random.next() * 0.9
      this.appeal(rows, row, at)
      row.state = 'appealing'
    } else if (isOverturned || (!isNone && random.chance(0.16))) {
      const at = decided + Math.min(clock - decided, 6 * DAY) * (0.2 + random.next() * 0.3)
      const judged = at + Math.min(clock - at, 20 * HOUR) * 0.8
      const verdict = isOverturned ? 'overturned' : 'upheld'
      this.appeal(rows, row, at)
      const judge = random.pick(staff)
      const judgement = this.event(rows, judged, judge, isOverturned ? 'overturn' : 'uphold', 'appealing', 'decided', {
        text: REPLIES[verdict],
        verdict,
      })
      Object.assign(row, {
        appeal_state: verdict,
        appeal_reply: REPLIES[verdict],
        judged_at: iso(judged),
        state: 'decided',
      })
      if (isOverturned) ended = { event: judgement, at: judged }
    }
    const isOver =
      isNone || row.appeal_state === 'upheld' || row.appeal_state === 'overturned' || decided + 7 * DAY < clock
    if (row.state === 'decided' && isOver) {
      const at = Math.min(clock, row.appeal_state === 'none' && !isNone ? decided + 7 * DAY : decided + 2 * DAY)
      this.event(rows, at, null, 'close', 'decided', 'closed')
      Object.assign(row, { state: 'closed', closed_at: iso(at) })
    }
    const end = ended && { ended_at: iso(ended.at), ended_event: ended.event }
    for (const kind of standing)
      if (kind === 'limit' || kind === 'remove')
        rows.effects.push({
          case_id: caseId,
          video_id: subject.id,
          kind,
          is_applicable: subject.visibility !== 'deleted',
          before: kind === 'remove' ? { visibility: 'public' } : null,
          began_at: iso(decided),
          began_event: event,
          ...end,
        })
    if (standing.includes('freeze'))
      rows.holds.push({ video_id: subject.id, case_id: caseId, created_at: iso(one.opened), began_event: one.first })
    else if (one.holds)
      rows.holds.push({
        video_id: subject.id,
        case_id: caseId,
        created_at: iso(one.opened),
        began_event: one.first,
        released_at: iso(decided),
        ended_event: event,
      })
    if (standing.includes('strike'))
      rows.strikes.push({
        partner_id: subject.partner,
        creator_id: subject.creator,
        case_id: caseId,
        points: POINTS[one.severity],
        created_at: iso(decided),
        expires_at: iso(decided + POINT_DAYS[one.severity] * DAY),
        began_event: event,
      })
  }

  private appeal(rows: Rows, row: Record<string, unknown>, at: number): void {
    const words = this.random.pick(APPEALS)
    this.event(rows, at, null, 'appeal', 'decided', 'appealing', { text: words })
    Object.assign(row, { appeal_state: 'submitted', appeal_text: words, appealed_at: iso(at) })
  }

  private event(
    rows: Rows,
    at: number,
    actor: number | null,
    kind: string,
    from: string | null,
    to: string,
    data: object = {},
  ): number {
    this.lastEvent += 1
    rows.events.push({
      id: this.lastEvent,
      case_id: this.caseId,
      at: iso(at),
      actor_id: actor,
      kind,
      from_state: from,
      to_state: to,
      data,
    })
    return this.lastEvent
  }
}

const COLUMNS: Record<keyof Rows, [table: string, columns: string]> = {
  cases: [
    'risk_case',
    'id, video_id, partner_id, creator_id, source, label, severity, score, suggestion, report_count, signal_count, state, assignee_id, claimed_at, claim_until, effects, policy_code, reason_zh, reason_en, decided_by, decided_at, decision_event, appeal_state, appeal_text, appealed_at, appeal_due_at, appeal_reply, judged_at, sla_due_at, first_action_at, closed_at, created_at, version',
  ],
  events: ['risk_event', 'id, case_id, at, actor_id, kind, from_state, to_state, data'],
  signals: [
    'risk_signal',
    'video_id, case_id, source, label, severity, score, evidence, note, reporter_id, rule_code, created_at, taken_at',
  ],
  effects: [
    'risk_effect',
    'case_id, video_id, kind, is_applicable, before, began_at, began_event, ended_at, ended_event',
  ],
  holds: ['income_hold', 'video_id, case_id, created_at, released_at, began_event, ended_event'],
  strikes: ['strike', 'partner_id, creator_id, case_id, points, created_at, expires_at, began_event'],
}

async function insert(client: pg.PoolClient, rows: Rows): Promise<void> {
  for (const signal of rows.signals as { created_at: string; taken_at?: string }[]) signal.taken_at = signal.created_at
  for (const [name, [table, columns]] of Object.entries(COLUMNS) as [keyof Rows, [string, string]][])
    if (rows[name].length > 0)
      await client.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows[name])],
      )
  await client.query(
    `update risk_case c set priority_key = risk_priority_key(c.severity, s.play_count, c.report_count, c.created_at)
     from video_stat s where s.video_id = c.video_id and c.priority_key = 0`,
  )
}

const iso = (instant: number): string => new Date(instant).toISOString()
