import sql, { type Sql } from 'sql-template-tag'
import { cpmPlan, splitPlan } from '../src/features/settlement/example.ts'
import { openServer } from './http/app.ts'
import { type Actor, world } from './world.ts'

/** Money of the test world from nothing: plans that need no invoice unless a test says so, and rows made by hand. */
export async function openSettlement(store?: Parameters<typeof openServer>[1]) {
  const server = await openServer(undefined, store)
  const { ask, database } = server
  const run = (statement: Sql) => database.rows<any>(statement)
  await run(sql`truncate product_version, partner_rate, accrual, accrual_dirty, income_row, statement, adjustment, payout, payout_batch,
    bank_account, certification, ledger_journal, ledger_balance, upstream_bill cascade`)
  await run(sql`select ensure_accrual_partitions('2021-01-01', '2026-12-31')`)
  const plans: Record<string, string> = {}
  for (const [product, params] of [
    ['wl', splitPlan],
    ['sm4', cpmPlan],
  ] as const)
    plans[product] = (
      await run(sql`
        insert into product_version (product_code, number, state, params, valid_from)
        values (${product}, 1, 'published', ${JSON.stringify({ ...params, invoiceRequired: false, minPayoutFen: 100 })}::jsonb, '2020-01-01')
        returning id::text`)
    )[0].id

  let rows = 0
  interface Row {
    product?: 'wl' | 'sm4'
    partner?: string
    video?: string
    type?: string
    isFinal?: boolean
    hold?: string | null
    version?: string
    base?: number
  }
  /** One final accrual of `fen` on a day. */
  const earn = async (day: string, fen: number, more: Row = {}): Promise<string> => {
    const {
      product = 'sm4',
      partner = world.partners.A,
      video = '1',
      type = 'normal',
      isFinal = true,
      hold = null,
    } = more
    const [made] = await run(sql`
      insert into accrual (product_code, product_version_id, partner_id, video_id, creator_id, earn_date, line_type, base_micro, amount_micro,
        rate_ppm, plays_from, plays_to, cpm_e4, quality_ppm, is_final, hold_reason, dedup_key)
      values (${product}, ${more.version ?? plans[product]}, ${partner}, ${video}, 1, ${day}::date, ${type}, ${more.base ?? fen * 10_000},
        ${fen * 10_000}, ${product === 'wl' ? 1_000_000 : null}::int, ${product === 'sm4' ? 0 : null}::bigint, ${product === 'sm4' ? 1000 : null}::bigint,
        ${product === 'sm4' ? 8000 : null}::bigint, ${product === 'sm4' ? 1_000_000 : null}::int, ${isFinal}, ${hold}, ${`${rows++}|test`})
      returning id::text`)
    return made.id
  }

  interface Answer {
    status: number
    reason?: string
    msg: string
    data: any
  }
  const call = async (as: Actor, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const answer = await ask(method, `/api/settlements${path}`, { as, ...(body && { body }) })
    const { data, msg } = answer.json()
    return { status: answer.statusCode, reason: data?.reason, msg, data }
  }
  const post = (as: Actor, path: string, body: object) => call(as, 'POST', path, body)
  const stateOf = async (id: string) =>
    (
      await run(sql`
        select id::text, no, state, version, rev, net_fen as net, gross_fen as gross, deduct_fen as deduct, adjust_fen as adjust, carry_fen as carry,
          tax_fen as tax, line_count as lines, period::text, parent_id::text as parent, auto_confirmed as auto from statement where id = ${id}`)
    )[0] as {
      id: string
      no: string
      state: string
      version: number
      rev: number
      net: number
      gross: number
      deduct: number
      adjust: number
      carry: number
      tax: number
      lines: number
      period: string
      parent: string | null
      auto: boolean
    }
  /** One verb on a statement at the version it has. */
  const act = async (as: Actor, id: string, verb: string, body: object = {}): Promise<Answer> =>
    post(as, `/statements/${id}/${verb}`, { version: (await stateOf(id)).version, ...body })
  const build = async (period: string, more: { product?: 'wl' | 'sm4'; partner?: string; as?: Actor } = {}) => {
    const { product = 'sm4', partner = world.partners.A, as = 'adminOther' } = more
    const answer = await post(as, '/build', { product, period, partnerId: partner })
    if (answer.status !== 200) throw new Error(answer.msg)
    return answer.data.statementId as string
  }
  /** From a draft as far as asked, by those whose steps they are. */
  const STEPS: [state: string, as: Actor, verb: string][] = [
    ['pending_confirm', 'adminOther', 'issue'],
    ['confirmed', 'partnerA', 'confirm'],
    ['locked', 'adminOther', 'lock'],
    ['payable', 'adminOther', 'clear'],
  ]
  const bring = async (id: string, to: string): Promise<void> => {
    for (const [state, as, verb] of STEPS) {
      const isWl = (await run(sql`select product_code = 'wl' as wl from statement where id = ${id}`))[0].wl
      const answer = await act(isWl && as === 'partnerA' ? 'adminOther' : as, id, verb)
      if (answer.status !== 200) throw new Error(`${verb}: ${answer.msg}`)
      if (state === to) return
    }
  }
  const account = (partner: string = world.partners.A, state = 'verified') =>
    run(sql`
      insert into bank_account (partner_id, holder, bank_name, number_sealed, number_end, state)
      values (${partner}, '青柚文化', '招商银行', 'x', '6688', ${state})`)
  /** The papers of a partner, passed. */
  const certify = (enterprise: string, partner: string = world.partners.A) =>
    run(sql`
      insert into certification (partner_id, account_type, legal_person, certificate_type, number_sealed, number_masked, enterprise_name,
        enterprise_certificate_type, organisation_code, state)
      values (${partner}, 'enterprise', '周青柚', 'identityCard', 'x', '1*1', ${enterprise}, 'businessLicence', '91350100M000100Y43', 'passed')`)
  const upload = async (as: Actor, path: string, name: string, content: string | Buffer): Promise<Answer> => {
    const body = Buffer.concat([
      Buffer.from(`--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n--edge--\r\n'),
    ])
    const answer = await ask('POST', `/api/settlements${path}`, {
      as,
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    })
    const { data, msg } = answer.json()
    return { status: answer.statusCode, reason: data?.reason, msg, data }
  }
  return { ...server, run, plans, earn, call, post, stateOf, act, build, bring, account, certify, upload }
}
