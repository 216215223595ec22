import { type ReactNode, useState } from 'react'
import type { BulkReport, Target } from '../../../core/bulk.ts'
import type { Endpoint, Reply } from '../../../core/contract.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { CallError, type CallInput, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import {
  accept,
  acceptMany,
  confirmRecall,
  confirmRecallMany,
  distributionList,
  download,
  finish,
  finishMany,
  withdraw,
} from '../contract.ts'
import { text } from '../text.ts'
import { ExtendForm, RecallForm, RejectForm } from './Forms.tsx'
import { type CheckOf, FailForm, LinkForm, type LinkOf, ManyForm } from './LinkForms.tsx'
import { Report } from './Report.tsx'

/** What an action means: one row in the version that was seen, or many. */
export type Aim = { distId: string; version: number } | { target: Target; count: number; clear(): void }

type Open =
  | { form: 'reject' | 'recall' | 'extend'; aim: Aim }
  | { form: 'link'; link: LinkOf }
  | { form: 'fail'; check: CheckOf }
  | { form: 'many' }
  | null

/** Everything people do with tasks: the calls, their questions and forms, and the report of what was not done. */
export function useActs() {
  const app = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const [open, setOpen] = useState<Open>(null)
  const [report, setReport] = useState<BulkReport | null>(null)
  const close = () => setOpen(null)

  /** Calls, says what happened, and fetches anew, also after a refusal: the row is then not what was shown. */
  async function act<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    done: string,
  ): Promise<Reply<E> | undefined> {
    try {
      const reply = await app.call(endpoint, input, { idempotencyKey: crypto.randomUUID() })
      app.notify(done, 'success')
      return reply
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return undefined
    } finally {
      await refresh()
    }
  }

  /** After a bulk action: what was not done is shown, the rest is said. */
  const tell = (found: BulkReport, done: string, clear: () => void) => {
    if (found.refused.length > 0) setReport(found)
    else app.notify(`${done} · ${words.report.done(found.done)}`, 'success')
    clear()
  }
  async function actMany<E extends Endpoint>(endpoint: E, input: CallInput<E>, done: string, clear: () => void) {
    try {
      const found = (await app.call(endpoint, input, { idempotencyKey: crypto.randomUUID() })) as BulkReport
      tell(found, done, clear)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const simple = (
    one: typeof accept | typeof confirmRecall | typeof finish,
    many: typeof acceptMany | typeof confirmRecallMany | typeof finishMany,
    done: string,
  ) =>
    async function run(aim: Aim): Promise<void> {
      if ('target' in aim) await actMany(many, { body: { target: aim.target } }, done, aim.clear)
      else await act(one, { params: { id: aim.distId }, body: { version: aim.version } }, done)
    }
  const acceptThem = simple(accept, acceptMany, words.done.accept)
  const confirmThem = simple(confirmRecall, confirmRecallMany, words.done.confirmRecall)
  const finishThem = simple(finish, finishMany, words.done.finish)
  const countOf = (aim: Aim) => ('target' in aim ? aim.count : 1)

  const forms: ReactNode = (
    <>
      {open?.form === 'reject' && <RejectForm aim={open.aim} tell={tell} onClose={close} />}
      {open?.form === 'recall' && <RecallForm aim={open.aim} tell={tell} onClose={close} />}
      {open?.form === 'extend' && <ExtendForm aim={open.aim} tell={tell} onClose={close} />}
      {open?.form === 'link' && <LinkForm link={open.link} onClose={close} />}
      {open?.form === 'fail' && <FailForm check={open.check} onClose={close} />}
      {open?.form === 'many' && <ManyForm tell={tell} onClose={close} />}
      {report && <Report report={report} onClose={() => setReport(null)} />}
    </>
  )
  return {
    act,
    forms,
    accept: acceptThem,
    reject: (aim: Aim) => setOpen({ form: 'reject', aim }),
    recall: (aim: Aim) => setOpen({ form: 'recall', aim }),
    extend: (aim: Aim) => setOpen({ form: 'extend', aim }),
    submit: (link: LinkOf) => setOpen({ form: 'link', link }),
    submitMany: () => setOpen({ form: 'many' }),
    fail: (check: CheckOf) => setOpen({ form: 'fail', check }),
    async confirmRecall(aim: Aim) {
      const { confirmTitle, confirmBody } = words.forms
      const isSure = await confirm({
        title: confirmTitle(countOf(aim)),
        body: confirmBody,
        confirm: words.actions.confirmRecall,
      })
      if (isSure) await confirmThem(aim)
    },
    async finish(aim: Aim) {
      const { finishTitle, finishBody } = words.forms
      const isSure = await confirm({
        title: finishTitle(countOf(aim)),
        body: finishBody,
        confirm: words.actions.finish,
      })
      if (isSure) await finishThem(aim)
    },
    async withdraw(distId: string, receiptId: string) {
      const { withdrawTitle, withdrawBody } = words.forms
      const isSure = await confirm({
        title: withdrawTitle,
        body: withdrawBody,
        confirm: words.actions.withdraw,
        isDanger: true,
      })
      if (isSure) await act(withdraw, { params: { id: distId }, body: { receiptId } }, words.done.withdraw)
    },
    async download({ distId, version, hasFile }: { distId: string; version: number; hasFile: boolean }) {
      const done = words.done.download(hasFile ? 'file' : 'brief')
      const link = await act(download, { params: { id: distId }, body: { version } }, done)
      // The shell has shown why where it fails.
      if (link) await app.download(link.path).catch(() => {})
    },
  }
}
export type Acts = ReturnType<typeof useActs>
