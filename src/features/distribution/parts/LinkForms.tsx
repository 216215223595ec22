import { Button, Textarea, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { BulkReport } from '../../../core/bulk.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { check, distributionList, MAX_LINES, submit, submitMany } from '../contract.ts'
import { text } from '../text.ts'
import styles from './distribution.module.css'
import { useReason } from './Forms.tsx'
import { readLines } from './lines.ts'
import { useDistributionOptions } from './useOptions.ts'

export interface LinkOf {
  distId: string
  platforms: string
  replaces?: string
}
export interface CheckOf {
  distId: string
  receiptId: string
}

/** Hands in the link of a post, or puts it in a failed one's place. */
export function LinkForm({ link, onClose }: { link: LinkOf; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const { channels } = useDistributionOptions()
  const [url, setUrl] = useState('')
  const [account, setAccount] = useState('')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={link.replaces ? words.forms.replaceTitle : words.forms.submitTitle}
      note={words.forms.submitNote(link.platforms)}
      confirm={words.actions.submit}
      validate={() => {
        setFault(url.trim() ? '' : words.forms.urlRequired)
        return !!url.trim()
      }}
      submit={async (idempotencyKey) => {
        const body = {
          url: url.trim(),
          account: account.trim() || null,
          ...(link.replaces ? { replaces: link.replaces } : {}),
        }
        await call(submit, { params: { id: link.distId }, body }, { idempotencyKey, quiet: true })
        notify(words.done.submit, 'success')
        await refresh()
      }}
      onRefused={(error) => {
        if (error.field !== 'url') return false
        setFault(error.message)
        return true
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.forms.url}
        description={fault ? undefined : words.forms.urlHint}
        error={fault}
        value={url}
        inputMode="url"
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.forms.account}
        description={words.forms.accountHint}
        value={account}
        maxLength={60}
        list="distribution-accounts"
        onChange={(event) => setAccount(event.currentTarget.value)}
      />
      <datalist id="distribution-accounts">
        {[...new Set(channels.map((channel) => channel.account))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </FormModal>
  )
}

/** Says why a link does not pass; the usual reasons are one click. */
export function FailForm({ check: { distId, receiptId }, onClose }: { check: CheckOf; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const reason = useReason()
  return (
    <FormModal
      title={words.forms.failTitle}
      note={words.forms.failNote}
      confirm={words.actions.fail}
      isDanger
      validate={reason.validate}
      submit={async (idempotencyKey) => {
        const body = { receiptId, isPassed: false, note: reason.value }
        await call(check, { params: { id: distId }, body }, { idempotencyKey, quiet: true })
        notify(words.done.fail, 'success')
        await refresh()
      }}
      onClose={onClose}
    >
      <div className={styles.chips}>
        {words.forms.failReasons.map((usual) => (
          <Button key={usual} size="xs" variant="default" onClick={() => reason.set(usual)}>
            {usual}
          </Button>
        ))}
      </div>
      <Textarea {...reason.field} data-autofocus />
    </FormModal>
  )
}

interface ManyFormProps {
  tell(report: BulkReport, done: string, clear: () => void): void
  onClose(): void
}

/** Many links by paste or from a file, one task and link a line. */
export function ManyForm({ tell, onClose }: ManyFormProps) {
  const { call } = useApp()
  const words = useText(text)
  const refresh = useRefresh(distributionList)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const { links, bad } = readLines(typed)
  return (
    <FormModal
      title={words.forms.manyTitle}
      note={words.forms.manyNote}
      confirm={words.actions.submit}
      validate={() => {
        const wrong =
          bad !== undefined
            ? words.forms.lineBad(bad)
            : links.length === 0
              ? words.forms.linesRequired
              : links.length > MAX_LINES
                ? words.forms.linesMost(MAX_LINES)
                : ''
        setFault(wrong)
        return !wrong
      }}
      submit={async (idempotencyKey) => {
        const found = await call(submitMany, { body: { links } }, { idempotencyKey, quiet: true })
        tell(found, words.done.submit, () => {})
        await refresh()
      }}
      onClose={onClose}
    >
      <Textarea
        label={words.forms.lines}
        error={fault}
        value={typed}
        autosize
        minRows={5}
        maxRows={12}
        placeholder={'1024,https://www.douyin.com/video/7500000000000000000'}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <div>
        <Button variant="default" onClick={() => input.current?.click()}>
          {words.forms.file}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          hidden
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            void chosen?.text().then(setTyped)
          }}
        />
      </div>
    </FormModal>
  )
}
