import type { AppError } from '../../core/errors.ts'
import { EXPORT_PAGE } from '../../core/export.ts'
import type { JobCtx } from '../../core/verb.ts'
import { failureOf } from './failure.ts'
import type { ExportJob } from './sql.ts'
import { text } from './text.ts'

type Language = ExportJob['language']
type Told = Pick<ExportJob, 'id' | 'ownerId'> & { title: Record<string, string> }
/** What is said of a list, by its title, and why. */
type Words = (told: (typeof text)[Language]['told'], title: string, language: Language) => [string, string]

export const tellDone = (ctx: JobCtx, of: Told, rows: number): Promise<void> =>
  tell(ctx, of, 'export', (told, title) => [told.done(title), told.doneWhy(rows)])

export const tellFailed = (ctx: JobCtx, of: Told, reason: string): Promise<void> =>
  tell(ctx, of, 'export', (told, title, language) => [told.failed(title), failureOf(reason, language)])

/** A schedule whose turn came and went without a file: a quota, a switch. */
export const tellNothingOrdered = (ctx: JobCtx, of: Told, why: AppError): Promise<void> =>
  tell(ctx, of, 'exportSchedule', (told, title, language) => [
    told.failed(title),
    told.nothingOrdered(why.explain(language)),
  ])

export const tellPaused = (ctx: JobCtx, of: Told): Promise<void> =>
  tell(ctx, of, 'exportSchedule', (told, title) => [told.paused(title), told.pausedWhy])

/** Tells the owner in both languages; of an export, with the way to it. */
function tell(ctx: JobCtx, { id, ownerId, title }: Told, bizType: 'export' | 'exportSchedule', words: Words) {
  const said = (language: Language) => {
    const [head, content] = words(text[language].told, title[language] ?? '', language)
    return { title: head, content }
  }
  return ctx.notify({
    to: { userIds: [ownerId] },
    type: 'message',
    bizType,
    bizId: id,
    words: { 'zh-CN': said('zh-CN'), 'en-US': said('en-US') },
    link: bizType === 'export' ? `${EXPORT_PAGE}?open=${id}` : EXPORT_PAGE,
  })
}
