import iconv from 'iconv-lite'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { importTargets, importTemplate, importUndo, importUpload } from '../../src/features/imports/contract.ts'
import { freshDatabase, world } from '../world.ts'
import { importsOn } from './bring.ts'

const { database } = await freshDatabase()
const { as, ask, upload, check, apply, undo, refusals, bring } = importsOn(database)
const admin = await as('adminKeyAdmin')

const partnerOf = (id: string) =>
  database.one<{ code: string; name: string }>(sql`select code, name from partner where id = ${id}`)
const [A, B] = [(await partnerOf(world.partners.A))!, (await partnerOf(world.partners.B))!]
const HEADER = '登录名,姓名,合作方,结算产品,手机号,邮箱,备注'
const accountOf = (key: string) =>
  database.one<Record<string, unknown>>(sql`select role, status, partner_id::text as partner, access_state as state,
    display_name as name, phone, email, version from app_user where access_key = ${key}`)
const everyone = () =>
  database.rows(sql`select id, access_key, display_name, partner_id, version, status from app_user order by id`)

describe('partner accounts', () => {
  it('are made from a file, refused row by row, and the same file again changes nothing', async () => {
    await database.rows(sql`insert into partner (code, name, team_id, business_line_id) values
      ('twin-1', '同名机构', 1, 1), ('twin-2', '同名机构', 1, 1)`)
    const rows = [
      HEADER,
      `file.one,张晓雯,${A.code},sm4,+86 138-0013-8000,zhang@example.com,负责对账`,
      `File.Two,李安,${A.name},赏金分成,,,`,
      `file.one,重复,${A.code},,,,`,
      `partner,已有,${A.code},,,,`,
      `no,短,${A.code},,,,`,
      `file.three,无机构,没有这家,,,,`,
      `file.four,同名,同名机构,,,,`,
      `file.five,电话,${A.code},,123,,`,
      `file.six,产品,${A.code},xx,,,`,
      `godot,保留,${A.code},,,,`,
      `file.seven,,${A.code},,,,`,
    ]
    const before = await everyone()
    const checked = await check(admin, await upload(admin, 'users', rows))
    expect(checked).toMatchObject({
      status: 'checked',
      target: 'users',
      counts: { fresh: 2, refused: 9, unchanged: 0 },
    })
    expect(checked.plainSample!.fresh.map(({ data }) => data.accessKey)).toEqual(['file.one', 'file.two'])
    expect(await refusals(admin, checked)).toEqual([
      '4 KEY_TWICE',
      '5 KEY_TAKEN',
      '6 KEY_FORMAT',
      '7 PARTNER_NOT_FOUND',
      '8 PARTNER_AMBIGUOUS',
      '9 PHONE_FORMAT',
      '10 BAD_CHOICE',
      '11 KEY_RESERVED',
      '12 MISSING',
    ])
    expect(await everyone()).toEqual(before)

    const applied = await apply(admin, checked)
    expect(applied).toMatchObject({ status: 'applied', counts: { fresh: 2, refused: 9 } })
    expect(await accountOf('file.one')).toEqual({
      ...{ role: 'partner', status: 'invited', partner: world.partners.A, state: 'sm4', name: '张晓雯', version: 1 },
      ...{ phone: '13800138000', email: 'zhang@example.com' },
    })
    expect(await accountOf('file.two')).toMatchObject({ role: 'partner', status: 'invited', state: 'wl' })
    const audit = await database.rows<{ action: string; after: unknown }>(
      sql`select action, after from audit_log where entity = 'user' and reason = ${`import ${applied.id}`} order by id`,
    )
    expect(audit).toMatchObject([{ action: 'user.create', after: { phone: '138****8000' } }, { action: 'user.create' }])

    const again = await bring(admin, 'users', rows)
    expect(again.counts).toMatchObject({ fresh: 0, changed: 0, unchanged: 2, refused: 9 })
    expect(again.undoUntil).toBeNull()
  })

  it('come from GB18030 files with headings of their own too', async () => {
    const text = ['账号\t昵称\t机构', `gb.one\t王五\t${A.name}`].join('\n')
    const job = await bring(admin, 'users', iconv.encode(text, 'gb18030'))
    expect(job).toMatchObject({ format: { encoding: 'gb18030', delimiter: '\t' }, counts: { fresh: 1, refused: 0 } })
    expect(await accountOf('gb.one')).toMatchObject({ name: '王五', partner: world.partners.A })
  })

  it('of other teams are as if they did not exist; those of the own team are taken', async () => {
    const leader = await as('leader')
    const rows = [HEADER, `led.own,甲,${A.code},,,,`, `led.other,乙,${B.code},,,,`, `led.none,丙,nowhere,,,,`]
    const job = await bring(leader, 'users', rows)
    expect(job.counts).toMatchObject({ fresh: 1, refused: 2 })
    expect(await refusals(leader, job)).toEqual(['3 PARTNER_NOT_FOUND', '4 PARTNER_NOT_FOUND'])
    expect(await accountOf('led.own')).toMatchObject({ partner: world.partners.A })
    expect(await accountOf('led.other')).toBeUndefined()
    // Nor does a key tell whose it is: an account of another team is taken, not "the same".
    await bring(admin, 'users', [HEADER, `far.away,远,${B.code},,,,`])
    const taken = await bring(leader, 'users', [HEADER, `far.away,远,${B.code},,,,`, `far.away,远,${A.code},,,,`])
    expect(await refusals(leader, taken)).toEqual(['2 PARTNER_NOT_FOUND', '3 KEY_TWICE'])
  })

  it('may be brought in by those alone who may make accounts', async () => {
    const named = async (actor: Parameters<typeof as>[0]) =>
      (await ask<{ targets: { name: string }[] }>(await as(actor), importTargets)).targets.map(({ name }) => name)
    expect(await named('adminKeyAdmin')).toEqual(expect.arrayContaining(['metrics', 'users']))
    expect(await named('leader')).toEqual(['users'])
    expect(await named('cooMatch')).toEqual(expect.arrayContaining(['metrics', 'users']))
    const supplier = await as('supplierA')
    await expect(upload(supplier, 'users', [HEADER])).rejects.toMatchObject({ reason: 'FORBIDDEN' })
    await expect(upload(await as('leader'), 'metrics', [HEADER])).rejects.toMatchObject({ reason: 'FORBIDDEN' })
    await expect(ask(supplier, importTemplate, { query: { target: 'users' } })).rejects.toMatchObject({
      reason: 'FORBIDDEN',
    })
    await expect(ask(supplier, importUpload, { query: { target: 'users' } })).rejects.toMatchObject({
      reason: 'FORBIDDEN',
    })
  })

  it('have a template that is recognised in both languages and says what is wrong with its example', async () => {
    for (const language of ['zh-CN', 'en-US'] as const) {
      const file = await ask<{ name: string; body: string }>({ ...admin, language }, importTemplate, {
        query: { target: 'users' },
      })
      expect(file.body.startsWith('\ufeff')).toBe(true)
      const job = await upload(admin, 'users', Buffer.from(file.body))
      expect(Object.keys(job.mapping.columns)).toHaveLength(7)
      const checked = await check(admin, job)
      expect(checked.counts).toMatchObject({ rows: 2, refused: 2, reasons: [{ reason: 'PARTNER_NOT_FOUND' }] })
    }
  })

  it('are not made where the right to make them is gone when the work runs', async () => {
    const coo = await as('coo')
    const checked = await check(coo, await upload(coo, 'users', [HEADER, `late.one,迟,${A.code},,,,`]))
    await database.rows(sql`update app_user set status = 'disabled' where id = ${coo.session.accessId}`)
    const failed = await apply(coo, checked)
    await database.rows(sql`update app_user set status = 'active' where id = ${coo.session.accessId}`)
    expect(failed).toMatchObject({ status: 'failed', failure: 'NOT_PERMITTED' })
    expect(await accountOf('late.one')).toBeUndefined()
  })
})

describe('taking accounts back', () => {
  it('leaves what stood before, once', async () => {
    const before = await everyone()
    const job = await bring(admin, 'users', [HEADER, `back.one,甲,${A.code},,,,`, `back.two,乙,${A.code},,,,`])
    expect(job.undoUntil).toBe('2026-12-20T04:00:00Z')
    const undone = await undo(admin, job)
    expect(undone).toMatchObject({ status: 'undone', undoUntil: null })
    expect(await everyone()).toEqual(before)
    const body = { version: undone.version }
    await expect(ask(admin, importUndo, { params: { id: job.id }, body })).rejects.toMatchObject({
      reason: 'BAD_STATE',
    })
    const audit = await database.rows<{ action: string }>(
      sql`select action from audit_log where entity = 'import' and entity_id = ${job.id} order by id`,
    )
    expect(audit.map(({ action }) => action).at(-1)).toBe('import.undo')
  })

  it.each([
    ['edited', 'update app_user set version = version + 1 where access_key = $1'],
    ['activated', `update app_user set status = 'active', password_hash = 'x' where access_key = $1`],
    [
      'given a link',
      `insert into password_link (user_id, token_hash, expires_at) select id, sha256(convert_to(access_key, 'UTF8')), now() from app_user where access_key = $1`,
    ],
  ])('is refused with the rows that were %s since', async (how, statement) => {
    const key = `touched.${how.replace(/\W/g, '')}`
    const job = await bring(admin, 'users', [HEADER, `${key},甲,${A.code},,,,`, `${key}.2,乙,${A.code},,,,`])
    await database.pool.query(statement, [key])
    const before = await everyone()
    await expect(undo(admin, job)).rejects.toMatchObject({
      reason: 'TOUCHED',
      status: 422,
      details: { data: { count: 1, rows: [key] } },
    })
    expect(await everyone()).toEqual(before)
  })

  it('is over after its days', async () => {
    const job = await bring(admin, 'users', [HEADER, `old.one,甲,${A.code},,,,`])
    const later = { ...admin, now: new Date('2026-12-21T04:00:00Z') }
    const body = { version: job.version }
    await expect(ask(later, importUndo, { params: { id: job.id }, body })).rejects.toMatchObject({
      reason: 'NOT_UNDOABLE',
    })
  })
})
