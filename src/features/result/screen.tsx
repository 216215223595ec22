import { Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { HOME } from '../../core/access.ts'
import { exactCount } from '../../kit/format/number.ts'
import { fullTime } from '../../kit/format/time.ts'
import { useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { type Receipt, readReceipt, type Subject } from './read.ts'
import styles from './result.module.css'
import { text } from './text.ts'

/** Where a submission is followed, and where it is corrected. */
const WAYS: Record<Subject, { follow(receipt: Receipt): [string, Record<string, string>]; correct: string }> = {
  form: { follow: () => [HOME, {}], correct: HOME },
  campaign: {
    follow: ({ id = '' }) => ['/dashboard/distribute_videos', { batchId: id }],
    correct: '/form/step',
  },
  import: { follow: () => ['/dashboard/data', { sort: 'playCount:desc' }], correct: '/imports' },
}

/** How a submission ended, as a receipt that can be printed: the pages "result success" and "result error". */
export default function ResultScreen() {
  const { path, search } = usePage()
  const receipt = readReceipt(search)
  return path === '/result/error' ? <Refused receipt={receipt} /> : <Taken receipt={receipt} />
}

function Taken({ receipt }: { receipt: Receipt }) {
  const { go } = useApp()
  const words = useText(text)
  const way = words.ways[receipt.subject]
  return (
    <>
      <PageHead title={words.success} />
      <div className={`card ${styles.sheet}`}>
        <IconCircleCheckFilled size={56} className={styles.taken} aria-hidden />
        <h2 className={styles.title}>{words.success}</h2>
        <p className={styles.lead}>{way.lead}</p>
        <div className={styles.actions}>
          <Button onClick={() => go(...WAYS[receipt.subject].follow(receipt))}>{way.follow}</Button>
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
        </div>
        <Facts receipt={receipt} />
        <section className={styles.part} aria-label={words.progress}>
          <h3>
            {words.progress}
            <small>{words.progressNote}</small>
          </h3>
          <ol className={styles.steps}>
            {way.steps.map((step, at) => {
              const state = at === 0 ? 'past' : at === 1 ? 'now' : 'next'
              return (
                <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
                  <b>{step}</b>
                  <span>{at === 0 && receipt.at ? fullTime(receipt.at) : words.states[state]}</span>
                </li>
              )
            })}
          </ol>
        </section>
      </div>
    </>
  )
}

function Refused({ receipt }: { receipt: Receipt }) {
  const { go } = useApp()
  const words = useText(text)
  const [why, what] = receipt.reason ? words.reasons[receipt.reason] : words.unknown
  return (
    <>
      <PageHead title={words.error} />
      <div className={`card ${styles.sheet}`}>
        <IconCircleXFilled size={56} className={styles.refused} aria-hidden />
        <h2 className={styles.title}>{words.error}</h2>
        <p className={styles.lead}>{words.errorLead}</p>
        <div className={styles.actions}>
          <Button onClick={() => go(WAYS[receipt.subject].correct)}>{words.ways[receipt.subject].correct}</Button>
          <Button variant="default" onClick={() => go(HOME)}>
            {words.home}
          </Button>
        </div>
        <section className={styles.part} aria-label={words.details}>
          <h3>{words.details}</h3>
          <ol className={styles.reasons}>
            <li>
              {why}
              <span>{what}</span>
            </li>
          </ol>
        </section>
        <Facts receipt={receipt} />
      </div>
    </>
  )
}

/** What the address tells of the submission; nothing where it tells nothing. */
function Facts({ receipt }: { receipt: Receipt }) {
  const { facts: names, ways } = useText(text)
  const { subject, id, rows, kept, at, requestId } = receipt
  const way = ways[subject]
  const facts: [name: string, value: string | undefined][] = [
    [names.batch, id],
    [way.rows, rows === undefined ? undefined : exactCount(rows)],
    [way.kept, kept === undefined ? undefined : exactCount(kept)],
    [names.at, at && `${fullTime(at)} (UTC+8)`],
    [names.requestId, requestId],
  ]
  const known = facts.filter(([, value]) => value !== undefined)
  if (known.length === 0) return null
  return (
    <dl className={styles.facts}>
      {[[names.what, way.name] as const, ...known].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
