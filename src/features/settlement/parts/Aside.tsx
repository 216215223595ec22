import { IconCheck, IconClock, IconFileDownload } from '@tabler/icons-react'
import { exactCount, money, rate } from '../../../kit/format/number.ts'
import { shortDay, shortTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { exactYuan } from './micro.ts'
import styles from './settlement.module.css'
import type { Detail, Statement } from './use.ts'

const HOUR_MS = 3_600_000

/** Beside a statement: the amount with its deadline, how it came so far, and what it stands on. */
export function Aside({ detail }: { detail: Detail }) {
  const words = useText(screenText)
  return (
    <aside className={styles.aside} aria-label={words.payable}>
      <section className={`card ${styles.panel}`}>
        <Amount statement={detail.statement} />
      </section>
      <section className={`card ${styles.panel}`}>
        <h2>{words.progress}</h2>
        <Progress detail={detail} />
      </section>
      <section className={`card ${styles.panel}`}>
        <h2>{words.basis}</h2>
        <Basis detail={detail} />
      </section>
    </aside>
  )
}

function Amount({ statement }: { statement: Statement }) {
  const { language } = useApp()
  const words = useText(screenText)
  const { netFen, taxFen, taxRatePpm, roundingFen, estimateFen, confirmDue, issuedAt, state } = statement
  const notes = [
    ...(taxFen === 0 ? [] : [words.taxNote(`${money(taxFen)}`, rate(taxRatePpm))]),
    ...(roundingFen === 0 ? [] : [words.roundingNote(`${money(roundingFen)}`)]),
    ...(estimateFen === 0 ? [] : [words.estimate(`${money(estimateFen)}`)]),
  ]
  const isWaiting = state === 'pending_confirm' && confirmDue !== null
  const leftMs = isWaiting ? +new Date(confirmDue) - Date.now() : 0
  const wholeMs = isWaiting && issuedAt ? +new Date(confirmDue) - +new Date(issuedAt) : 0
  const hours = Math.floor(leftMs / HOUR_MS)
  return (
    <>
      <p className={styles.label}>{words.payable}</p>
      <p className={`tabular ${styles.net}`}>{money(netFen)}</p>
      {notes.map((note) => (
        <p key={note} className={styles.small}>
          {note}
        </p>
      ))}
      {isWaiting && (
        <>
          <p className={styles.due}>
            <IconClock size={16} stroke={1.6} aria-hidden />
            {words.confirmDue} <b>{shortTime(confirmDue, language)}</b>
            <span>{leftMs > 0 ? words.left(Math.floor(hours / 24), hours % 24) : words.over}</span>
          </p>
          {wholeMs > 0 && (
            <progress
              className={styles.progress}
              aria-label={words.confirmDue}
              max={1}
              value={Math.min(1, Math.max(0, 1 - leftMs / wholeMs))}
            />
          )}
        </>
      )}
    </>
  )
}

/** The way to payment that still lies ahead of a statement, by where it stands. */
const AHEAD: readonly Statement['state'][] = ['pending_confirm', 'confirmed', 'locked', 'invoiced', 'payable', 'paid']

function Progress({ detail: { events, statement } }: { detail: Detail }) {
  const { language } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const at = AHEAD.indexOf(statement.state)
  const ahead = at < 0 ? [] : AHEAD.slice(at + 1).filter((state) => state !== 'invoiced')
  return (
    <ol className={styles.events}>
      {events.map((event, index) => (
        <li key={`${event.at} ${event.action}`} data-now={index === events.length - 1 || undefined}>
          <IconCheck size={12} stroke={2.4} aria-hidden />
          <b>{words.events[event.action] ?? names.states[event.toState as Statement['state']]}</b>
          <span>
            {shortTime(event.at, language)} · {event.actor ?? words.system}
            {event.note && ` · ${event.note}`}
          </span>
        </li>
      ))}
      {ahead.map((state) => (
        <li key={state} data-ahead>
          <i />
          <span>
            {names.states[state]}
            {state === 'paid' && statement.payOn && ` · ${shortDay(statement.payOn, language)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** What the sums were made by and from, and where they go. */
function Origin({ detail: { basis, statement } }: { detail: Detail }) {
  const { go } = useApp()
  const { facts } = useText(screenText)
  const { products } = useText(text)
  const mayOpenPlan = useMay('plans.write')
  const page = usePage()
  const { planNumbers, through, account, bill } = basis
  const numbers = planNumbers.length > 0 ? planNumbers : statement.planNumber === null ? [] : [statement.planNumber]
  const plan = [products[statement.product], numbers.map((number) => `v${number}`).join(', ')]
    .filter(Boolean)
    .join(' · ')
  const { planId } = statement
  return (
    <>
      <div>
        <dt>{facts.plan}</dt>
        <dd>
          {mayOpenPlan && planId ? (
            <button type="button" className={styles.link} onClick={() => go('/profile/basic', { plan: planId })}>
              {plan}
            </button>
          ) : (
            plan
          )}
        </dd>
      </div>
      {through && (
        <div>
          <dt>{facts.through}</dt>
          <dd className="tabular">{through}</dd>
        </div>
      )}
      {bill !== undefined && (
        <div>
          <dt>{facts.bill}</dt>
          <dd>
            {bill ? (
              <button
                type="button"
                className={styles.link}
                onClick={() => page.setSearch({ tab: 'reconcile', billId: bill.billId })}
              >
                {facts.billDifference(exactYuan(bill.differenceMicro))}
              </button>
            ) : (
              facts.billNone
            )}
            {bill && bill.open > 0 && <span>{facts.billOpen(bill.open)}</span>}
          </dd>
        </div>
      )}
      <div>
        <dt>{facts.payTo}</dt>
        <dd className="tabular">
          {account ? `${account.bankName} ···· ${account.numberEnd}` : facts.payToNone}
          {account && !account.isVerified && <span>{facts.unverified}</span>}
        </dd>
      </div>
    </>
  )
}

function Basis({ detail }: { detail: Detail }) {
  const { disputes, invoices, payout, related, statement } = detail
  const { download } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const page = usePage()
  const { facts } = words
  const file = ({ fileId, name }: { fileId: string; name: string }) => (
    <button
      key={fileId}
      type="button"
      className={styles.link}
      onClick={() => void download(`/api/settlements/files/${fileId}`).catch(() => {})}
    >
      <IconFileDownload size={14} stroke={1.6} aria-hidden /> {name}
    </button>
  )
  return (
    <dl className={styles.facts}>
      <Origin detail={detail} />
      {disputes.map((dispute) => (
        <div key={dispute.disputeId}>
          <dt>{facts.dispute}</dt>
          <dd>
            {words.disputeStates[dispute.state]} ·{' '}
            {words.disputeLine(
              dispute.lines.length,
              names.disputeReasons[dispute.reasonCode as keyof typeof names.disputeReasons],
            )}
            <span>{dispute.text}</span>
            {dispute.answer && (
              <span>
                {words.answer}: {dispute.answer}
              </span>
            )}
            {dispute.files.map(file)}
          </dd>
        </div>
      ))}
      {invoices.map((invoice) => (
        <div key={invoice.invoiceId}>
          <dt>{facts.invoice}</dt>
          <dd>
            {invoice.number} · {money(invoice.amountFen)} · {words.invoiceStates[invoice.state]}
            {invoice.reason && <span>{invoice.reason}</span>}
            {file(invoice.file)}
          </dd>
        </div>
      ))}
      {payout && (
        <div>
          <dt>{facts.payout}</dt>
          <dd>
            {payout.no} · {money(payout.amountFen)} ·{' '}
            {names.payoutStates[payout.state as keyof typeof names.payoutStates]}
            {payout.bankRef && (
              <span>
                {facts.account} {payout.bankRef}
              </span>
            )}
            {payout.failure && <span>{payout.failure}</span>}
          </dd>
        </div>
      )}
      {related.length > 0 && (
        <div>
          <dt>{facts.related}</dt>
          <dd>
            {related.map((one) => (
              <button
                key={one.statementId}
                type="button"
                className={styles.link}
                onClick={() => page.setSearch({ statement: one.statementId })}
              >
                {one.no} · v{one.rev} · {names.states[one.state]} · {money(one.netFen)}
              </button>
            ))}
          </dd>
        </div>
      )}
      {statement.product === 'sm4' && (
        <div>
          <dt>{names.statements.plays}</dt>
          <dd className="tabular">{exactCount(statement.plays)}</dd>
        </div>
      )}
      {statement.checksum && (
        <div>
          <dt>{facts.checksum}</dt>
          <dd>
            <code className={styles.checksum}>{statement.checksum}</code>
          </dd>
        </div>
      )}
    </dl>
  )
}
