import { EXPORT_PAGE } from '../../core/export.ts'
import type { JobCtx } from '../../core/verb.ts'
import { failureOf } from './failure.ts'
import type { ExportJob } from './sql.ts'
import { text } from './text.ts'

const both = <T>(make: (language: 'zh-CN' | 'en-US') => T) => ({ 'zh-CN': make('zh-CN'), 'en-US': make('en-US') })

type Told = Pick<ExportJob, 'id' | 'ownerId'> & { title: Record<string, string> }

export function tellDone(ctx: JobCtx, { id, ownerId, title }: Told, rows: number): Promise<void> {
  return ctx.notify({
    to: { userIds: [ownerId] },
    type: 'message',
    bizType: 'export',
    bizId: id,
    words: both((language) => ({
      title: text[language].told.done(title[language] ?? ''),
      content: text[language].told.doneWhy(rows),
    })),
    link: `${EXPORT_PAGE}?open=${id}`,
  })
}

export function tellFailed(ctx: JobCtx, { id, ownerId, title }: Told, reason: string): Promise<void> {
  return ctx.notify({
    to: { userIds: [ownerId] },
    type: 'message',
    bizType: 'export',
    bizId: id,
    words: both((language) => ({
      title: text[language].told.failed(title[language] ?? ''),
      content: failureOf(reason, language),
    })),
    link: `${EXPORT_PAGE}?open=${id}`,
  })
}
