import '@mantine/core/styles/Tabs.layer.css'
import { Skeleton, Tabs, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Empty, Failed } from '../../kit/feedback/State.tsx'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { riskRules } from './contract.ts'
import { QueueCard, RuleCard, ServiceCard } from './parts/cards.tsx'
import styles from './parts/rules.module.css'
import { text } from './text.ts'

const TABS = ['all', 'quality', 'service', 'rules'] as const
type Tab = (typeof TABS)[number]

/** Review queues, the ways signals come in, and the rules that look by themselves, as cards (original 2.3). */
export default function RiskRulesScreen() {
  const { call, language } = useApp()
  const words = useText(text)
  const [tab, setTab] = useState<Tab>('all')
  const [typed, setTyped] = useState('')
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['riskRules', language],
    queryFn: ({ signal }) => call(riskRules, {}, { signal, quiet: true }),
  })
  const wanted = typed.trim().toLowerCase()
  const matches = (...said: string[]) => said.some((one) => one.toLowerCase().includes(wanted))
  const serviceName = (code: string) => words.service.names[code as keyof typeof words.service.names]
  const serviceBody = (code: string) => words.service.bodies[code as keyof typeof words.service.bodies]
  const sections: { key: Exclude<Tab, 'all'>; cards: ReactNode[] }[] = data
    ? [
        {
          key: 'quality',
          cards: data.queues
            .filter(({ label }) => matches(words.labels[label]!))
            .map((queue) => <QueueCard key={queue.label} queue={queue} />),
        },
        {
          key: 'service',
          cards: data.services
            .filter(({ code }) => matches(serviceName(code), serviceBody(code)))
            .map((service) => <ServiceCard key={service.code} service={service} />),
        },
        {
          key: 'rules',
          cards: data.rules
            .filter(({ code }) => matches(words.rule.names[code]!, words.rule.bodies[code]!))
            .map((rule) => <RuleCard key={rule.id} rule={rule} />),
        },
      ]
    : []
  const shown = sections.filter(({ key, cards }) => (tab === 'all' || tab === key) && cards.length > 0)
  return (
    <>
      <PageHead title={words.title} />
      <div className={`card ${styles.page}`}>
        <div className={styles.head}>
          <Tabs value={tab} onChange={(next) => setTab((next ?? 'all') as Tab)} variant="pills" className={styles.tabs}>
            <Tabs.List>
              {TABS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {words.tabs[one]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          <TextInput
            className={styles.search}
            aria-label={words.search}
            placeholder={words.search}
            leftSection={<IconSearch size={16} stroke={1.6} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className={styles.grid} aria-hidden>
            {Array.from({ length: 8 }, (_, at) => (
              <Skeleton key={at} height={172} radius="md" />
            ))}
          </div>
        ) : shown.length === 0 ? (
          wanted ? (
            <Empty title={words.nothing}>{words.nothingBody}</Empty>
          ) : (
            <Empty title={words.queue.empty} />
          )
        ) : (
          shown.map(({ key, cards }) => (
            <section key={key} aria-labelledby={`cards-${key}`}>
              <h2 id={`cards-${key}`} className={styles.section}>
                {words.tabs[key]}
              </h2>
              <div className={styles.grid}>{cards}</div>
            </section>
          ))
        )}
      </div>
    </>
  )
}
