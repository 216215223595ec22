import { may } from '../../core/can.ts'
import { maskEmail } from '../../core/contact.ts'
import { errors, refuse } from '../../core/errors.ts'
import { MailError } from '../../core/mail.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../core/notice.ts'
import { type Ctx, type Feature, type Job, SEND_MAILS, serve } from '../../core/verb.ts'
import { mailRead, mailSave, QUIET } from './contract.ts'
import { letterOf } from './letter.ts'
import * as sql from './sql.ts'

const PEOPLE_AT_ONCE = 20
/** With the waits between them more than a day. */
const MOST_TRIES = 12

const offeredTo = ({ session }: Ctx): NoticeKind[] =>
  (Object.keys(NOTICE_KINDS) as NoticeKind[]).filter((kind) => may(session, NOTICE_KINDS[kind]))

const read = serve(mailRead, async (ctx) => {
  const found = ctx.mailer.isOn() && (await sql.readWish(ctx.db, ctx.session.accessId))
  if (!found) return { wish: null }
  const { email, kinds, quietFrom, quietTo } = found
  const offered = offeredTo(ctx)
  const hours = kinds ? { quietFrom, quietTo } : QUIET
  return {
    wish: { address: maskEmail(email), kinds: offered.filter((kind) => kinds?.includes(kind)), offered, ...hours },
  }
})

const save = serve(mailSave, async (ctx, { body }) => {
  if (!ctx.mailer.isOn()) throw refuse(errors, 'NOT_FOUND')
  const offered = offeredTo(ctx)
  if (!body.kinds.every((kind) => offered.includes(kind))) throw refuse(errors, 'FORBIDDEN')
  // From an hour to the same hour is no time at all.
  const { quietFrom, quietTo } = body
  const hasHours = quietFrom !== null && quietTo !== null && quietFrom !== quietTo
  const hours = hasHours ? { quietFrom, quietTo } : { quietFrom: null, quietTo: null }
  await sql.saveWish(ctx.db, ctx.session.accessId, { kinds: [...new Set(body.kinds)], ...hours }, ctx.language)
  return { done: true }
})

/** Queued beside what may go at once; the clock brings what quiet hours kept, and what is tried again. */
export const post: Job = {
  name: SEND_MAILS,
  cron: '* * * * *',
  async run({ db, mailer, now }) {
    if (!mailer.isOn()) return
    const due = await sql.takeDue(db, now, PEOPLE_AT_ONCE)
    if (due.length === 0) return
    const ids = due.map(({ id }) => id)
    const later = new Set<string>()
    const tired = new Set(due.filter(({ attempts }) => attempts >= MOST_TRIES).map(({ id }) => id))
    for (const mailed of await sql.readMailed(db, ids))
      try {
        await mailer.send(letterOf(mailed, mailer.address))
        await sql.dropMails(db, mailed.ids)
      } catch (error) {
        if (!(error instanceof MailError)) throw error
        if (!error.isFinal) for (const id of mailed.ids) if (!tired.has(id)) later.add(id)
      }
    await sql.dropMails(
      db,
      ids.filter((id) => !later.has(id)),
    )
  },
}

/** Messages of the chosen kinds by e-mail as well, where the installation has a server for it. */
export const mail: Feature = { verbs: [read, save], jobs: [post] }
