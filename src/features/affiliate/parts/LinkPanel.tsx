import { Button, CloseButton, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { addDays, dayOf } from '../../../core/time.ts'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { Failed } from '../../../kit/feedback/State.tsx'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { exactCount, MISSING, rate } from '../../../kit/format/number.ts'
import { CallError, useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { useRefresh } from '../../../kit/list/useList.ts'
import { linkDetail, linkList, linkPaste, tokenAdd, tokenCopied, tokenDisable } from '../contractLinks.ts'
import { linksText } from '../textLinks.ts'
import styles from './affiliate.module.css'

type Link = Reply<typeof linkDetail>
type Token = Link['tokens'][number]
const TONES = { active: 'green', expired: 'grey', disabled: 'grey' } as const

/** One link, and the 口令 it is shared by. */
export function LinkPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { call } = useApp()
  const words = useText(linksText)
  const mayWrite = useMay('affiliate.write')
  const [asked, setAsked] = useState<'token' | 'paste' | null>(null)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [linkList.key, 'detail', id],
    queryFn: ({ signal }) => call(linkDetail, { params: { id } }, { signal, quiet: true }),
  })
  const close = <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus ml="auto" />
  if (!data)
    return (
      <DrawerPage header={close}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.panel} aria-busy>
            <Skeleton height={96} radius="lg" />
            <Skeleton height={200} radius="lg" />
          </div>
        )}
      </DrawerPage>
    )
  const { columns, form, panel } = words
  const facts: [string, ReactNode][] = [
    ...(data.accountName === undefined ? [] : [[columns.accountName, data.accountName] as [string, ReactNode]]),
    [columns.partnerName, data.partnerName ?? panel.nobody],
    [columns.creatorName, data.creatorName ?? MISSING],
    [panel.video, data.videoTitle ?? MISSING],
    [form.materialUrl, data.materialUrl],
    [panel.couponUrl, data.couponUrl ?? MISSING],
    [panel.clickUrl, data.clickUrl ?? panel.noClickUrl],
  ]
  return (
    <DrawerPage
      header={
        <div className={styles.head}>
          <div className={styles.headText}>
            <h2>{data.title}</h2>
            <p>{data.subUnionId}</p>
          </div>
          {close}
        </div>
      }
      footer={
        mayWrite && (
          <>
            <Button variant="default" onClick={() => setAsked('paste')}>
              {words.actions.paste}
            </Button>
            <Button onClick={() => setAsked('token')}>{words.actions.addToken}</Button>
          </>
        )
      }
    >
      <div className={styles.panel}>
        <section>
          <h3 className={styles.heading}>{panel.about}</h3>
          <dl className={`${styles.info} ${styles.single}`}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <LinkClicks clicks={data.clicks} />
        <section>
          <h3 className={styles.heading}>{panel.tokens}</h3>
          {data.tokens.length === 0 && <p className={styles.why}>{panel.noTokens}</p>}
          {data.tokens.map((token) => (
            <TokenCard key={token.id} token={token} mayWrite={mayWrite} />
          ))}
        </section>
      </div>
      {asked === 'token' && <TokenForm linkId={id} onClose={() => setAsked(null)} />}
      {asked === 'paste' && <ClickUrlForm link={data} onClose={() => setAsked(null)} />}
    </DrawerPage>
  )
}

/** What the union counts of a link, and its last days. */
function LinkClicks({ clicks }: { clicks: Link['clicks'] }) {
  const { language } = useApp()
  const { columns, panel } = useText(linksText)
  return (
    <section>
      <h3 className={styles.heading}>{panel.clicks}</h3>
      {clicks.total === 0 ? (
        <p className={styles.why}>{panel.noClicks}</p>
      ) : (
        <>
          <KpiStrip
            label={panel.clicks}
            isSmall
            tiles={[
              { label: columns.clicks, value: exactCount(clicks.total) },
              { label: columns.visitors, value: exactCount(clicks.visitors) },
              { label: columns.orders, value: exactCount(clicks.orders) },
              { label: columns.conversion, value: rate(clicks.conversion, 2) },
            ]}
          />
          <LineChart
            {...figureOf('count', language)}
            title={panel.clicksByDay}
            days={clicks.days.map(({ day }) => day)}
            series={[
              { name: columns.clicks, values: clicks.days.map((one) => one.clicks) },
              { name: columns.visitors, values: clicks.days.map(({ visitors }) => visitors) },
            ]}
            height={140}
          />
        </>
      )}
    </section>
  )
}

function TokenCard({ token, mayWrite }: { token: Token; mayWrite: boolean }) {
  const { call, notify } = useApp()
  const { actions, panel, done } = useText(linksText)
  const refresh = useRefresh(linkList)
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      await refresh()
    }
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token.shareText)
    } catch {
      notify(panel.copyFailed, 'error')
      return
    }
    notify(panel.copied, 'success')
    await attempt(async () => void (await call(tokenCopied, { params: { id: token.id } })))
  }
  return (
    <div className={styles.token}>
      <Status tone={TONES[token.status]}>{panel.states[token.status]}</Status>
      <pre>{token.shareText}</pre>
      <p className={styles.why}>
        {panel.until(dayOf(Date.parse(token.expireAt) - 1))} · {panel.copies(exactCount(token.copyCount))}
      </p>
      {mayWrite && token.status === 'active' && (
        <div className={styles.tokenActions}>
          <Button size="xs" variant="default" onClick={() => void copy()}>
            {actions.copy}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            onClick={() =>
              void attempt(async () => {
                await call(tokenDisable, { params: { id: token.id } })
                notify(done.disabled, 'success')
              })
            }
          >
            {actions.disable}
          </Button>
        </div>
      )}
    </div>
  )
}

const DAYS = 30
function TokenForm({ linkId, onClose }: { linkId: string; onClose(): void }) {
  const { call, notify } = useApp()
  const { token: words } = useText(linksText)
  const refresh = useRefresh(linkList)
  const today = dayOf(Date.now())
  const [tokenText, setText] = useState('')
  const [template, setTemplate] = useState<string>(words.standard)
  const [until, setUntil] = useState(addDays(today, DAYS))
  const [faults, setFaults] = useState<{ tokenText?: string; template?: string; until?: string }>({})
  return (
    <FormModal
      title={words.title}
      confirm={words.save}
      onClose={onClose}
      validate={() => {
        const found = {
          ...(tokenText.trim().length < 4 ? { tokenText: words.faults.text } : {}),
          ...(template.includes('{token}') ? {} : { template: words.faults.template }),
          ...(until >= today ? {} : { until: words.faults.until }),
        }
        setFaults(found)
        return Object.keys(found).length === 0
      }}
      onRefused={(error) => {
        if (!error.field || !['tokenText', 'template', 'until'].includes(error.field)) return false
        setFaults({ [error.field]: error.message })
        return true
      }}
      submit={async (idempotencyKey) => {
        const body = { tokenText: tokenText.trim(), template, until }
        await call(tokenAdd, { params: { id: linkId }, body }, { idempotencyKey, quiet: true })
        notify(words.saved, 'success')
        await refresh()
      }}
    >
      <TextInput
        label={words.text}
        description={words.textHint}
        maxLength={200}
        value={tokenText}
        error={faults.tokenText}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label={words.template}
        description={words.templateHint}
        maxLength={500}
        value={template}
        error={faults.template}
        onChange={(event) => setTemplate(event.currentTarget.value)}
        autosize
        minRows={3}
      />
      <DateField label={words.until} min={today} value={until} error={faults.until} onChange={setUntil} />
    </FormModal>
  )
}

function ClickUrlForm({ link, onClose }: { link: Link; onClose(): void }) {
  const { call, notify } = useApp()
  const { pasteForm, form } = useText(linksText)
  const refresh = useRefresh(linkList)
  const [clickUrl, setUrl] = useState(link.clickUrl ?? '')
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={pasteForm.title}
      confirm={pasteForm.save}
      onClose={onClose}
      validate={() => {
        const isGood = clickUrl.startsWith('https://')
        setFault(isGood ? '' : form.faults.url)
        return isGood
      }}
      onRefused={(error) => {
        if (error.field !== 'clickUrl') return false
        setFault(error.message)
        return true
      }}
      submit={async (idempotencyKey) => {
        const body = { clickUrl, version: link.version }
        await call(linkPaste, { params: { id: link.id }, body }, { idempotencyKey, quiet: true })
        notify(pasteForm.saved, 'success')
        await refresh()
      }}
    >
      <TextInput
        label={pasteForm.label}
        value={clickUrl}
        error={fault || undefined}
        onChange={(event) => setUrl(event.currentTarget.value)}
        data-autofocus
      />
    </FormModal>
  )
}
