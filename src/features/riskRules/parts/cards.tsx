import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { type Rule, riskRuleChange, type riskRules, riskServiceChange, type SERVICES } from '../contract.ts'
import { text } from '../text.ts'
import styles from './rules.module.css'
import { TuneForm } from './TuneForm.tsx'

type Cards = Reply<typeof riskRules>

/** After a change: the cards anew. */
export function useRefreshRules(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['riskRules'] })
}

export function QueueCard({ queue }: { queue: Cards['queues'][number] }) {
  const { go } = useApp()
  const words = useText(text)
  const name = words.labels[queue.label] ?? queue.label
  const facts = [
    [words.queue.pending, exactCount(queue.pending)],
    [words.queue.waiting, words.queue.seconds(queue.waitingSeconds)],
    [words.queue.appeals, exactCount(queue.appeals)],
  ] as const
  return (
    <article className={styles.card}>
      <h3>{name}</h3>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.foot}>
        <Button
          size="xs"
          variant="light"
          onClick={() =>
            go('/dashboard/risk_videos', {
              label: queue.label,
              state: 'pending,claimed,escalated,appealing',
              sort: 'priority:desc',
            })
          }
          aria-label={`${words.queue.open} ${name}`}
        >
          {words.queue.open}
        </Button>
      </div>
    </article>
  )
}

export function ServiceCard({ service }: { service: Cards['services'][number] }) {
  const { call } = useApp()
  const words = useText(text)
  const refresh = useRefreshRules()
  const [isBusy, setBusy] = useState(false)
  const code = service.code as (typeof SERVICES)[number]
  const name = words.service.names[code]
  const change = async () => {
    const enabled = !service.enabled
    const question = {
      title: words.service.closeTitle(name),
      body: words.service.closeBody,
      confirm: words.service.close,
    }
    if (!enabled && !(await confirm({ ...question, isDanger: true }))) return
    setBusy(true)
    try {
      await call(riskServiceChange, { body: { code, enabled, version: service.version } })
    } catch {
      // The shell has shown why.
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return (
    <article className={styles.card}>
      <h3>
        {name}{' '}
        <Tag tone={service.enabled ? 'green' : 'grey'}>{service.enabled ? words.service.on : words.service.off}</Tag>
      </h3>
      <p>{words.service.bodies[code]}</p>
      <p className={styles.count}>{words.service.signals(service.signals30d)}</p>
      <div className={styles.foot}>
        <Button
          size="xs"
          variant={service.enabled ? 'default' : 'filled'}
          loading={isBusy}
          onClick={() => void change()}
          aria-label={`${service.enabled ? words.service.close : words.service.open} ${name}`}
        >
          {service.enabled ? words.service.close : words.service.open}
        </Button>
      </div>
    </article>
  )
}

export function RuleCard({ rule }: { rule: Rule }) {
  const { call, language } = useApp()
  const words = useText(text)
  const refresh = useRefreshRules()
  const [isBusy, setBusy] = useState(false)
  const [isTuning, setTuning] = useState(false)
  const name = words.rule.names[rule.code] ?? rule.code
  const toggle = async (enabled: boolean) => {
    setBusy(true)
    try {
      await call(riskRuleChange, { params: { id: rule.id }, body: { enabled, version: rule.version } })
    } catch {
      // The shell has shown why.
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return (
    <article className={styles.card}>
      <h3>
        {name}{' '}
        <Tag tone={rule.enabled ? 'green' : 'grey'}>{rule.enabled ? words.rule.enabled : words.rule.disabled}</Tag>
      </h3>
      <p>{words.rule.bodies[rule.code]}</p>
      <p className={styles.count}>
        {words.labels[rule.label]} · {rule.severity.toUpperCase()} · {words.rule.found(rule.found30d, rule.upheld30d)}
        <br />
        {rule.lastRunAt ? words.rule.lastRun(shortTime(rule.lastRunAt, language)) : words.rule.never}
      </p>
      <div className={styles.foot}>
        <Switch
          aria-label={words.rule.toggle(name)}
          checked={rule.enabled}
          disabled={isBusy}
          onChange={(event) => void toggle(event.currentTarget.checked)}
        />
        <Button size="xs" variant="default" onClick={() => setTuning(true)} aria-label={`${words.rule.tune} ${name}`}>
          {words.rule.tune}
        </Button>
      </div>
      {isTuning && <TuneForm rule={rule} onClose={() => setTuning(false)} />}
    </article>
  )
}
