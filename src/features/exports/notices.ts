import type { JobCtx } from '../../core/verb.ts'
import type { ExportJob } from './sql.ts'
import { text } from './text.ts'

const PAGE = '/dashboard/export'
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
    link: `${PAGE}?open=${id}`,
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
      content: failureWords(reason, language),
    })),
    link: `${PAGE}?open=${id}`,
  })
}

/** Why an export failed, in words. */
export function failureWords(reason: string, language: 'zh-CN' | 'en-US'): string {
  const known: Record<string, string> = text[language].failures
  return known[reason] ?? text[language].failures.INTERNAL
}
