import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dayOf } from '../../core/time.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Failed } from '../../kit/feedback/State.tsx'
import { shortTime } from '../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { type HolidayYear, holidayYear, holidayYearSave, type YearDay } from './contract.ts'
import { DayForm } from './parts/DayForm.tsx'
import styles from './parts/holidays.module.css'
import { ImportForm } from './parts/ImportForm.tsx'
import { countApart, paysOf, withDays } from './parts/months.ts'
import { Pays } from './parts/Pays.tsx'
import { YearGrid } from './parts/YearGrid.tsx'
import { text } from './text.ts'

const FIRST = 2000
const LAST = 2099

/** Days that are not what their weekday says, a year at a time, and what they do to pay days. */
export default function HolidaysScreen() {
  const { call } = useApp()
  const words = useText(text)
  const [today] = useState(() => dayOf(new Date()))
  const [year, setYear] = useState(Number(today.slice(0, 4)))
  const { data, error, refetch } = useQuery({
    queryKey: ['holidays', year],
    queryFn: ({ signal }) => call(holidayYear, { query: { year: String(year) } }, { signal, quiet: true }),
  })
  if (data)
    return (
      <Year key={`${year} ${data.version}`} stood={data} today={today} onYear={setYear} onSaved={() => refetch()} />
    )
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <div className={`card ${styles.note}`}>
        {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton height={480} radius="md" />}
      </div>
    </>
  )
}

interface YearProps {
  stood: HolidayYear
  today: string
  onYear(year: number): void
  onSaved(): Promise<unknown>
}

function Year({ stood, today, onYear, onSaved }: YearProps) {
  const { call, notify, language } = useApp()
  const words = useText(text)
  const { guardLeave } = usePage()
  const { year } = stood
  const [days, setDays] = useState<readonly YearDay[]>(stood.days)
  const [picked, setPicked] = useState<string>()
  const [isImporting, setImporting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const changes = countApart(stood.days, days)
  const pays = paysOf(stood, days)
  const moved = pays.filter(({ before, after }) => before !== after)
  useEffect(() => {
    guardLeave(changes > 0 ? words.leave : null)
    return () => guardLeave(null)
  }, [guardLeave, changes, words.leave])

  async function turn(to: number) {
    if (changes === 0 || (await confirm(words.leaveAsk))) onYear(to)
  }
  async function save() {
    setBusy(true)
    try {
      const body = { version: stood.version, days: [...days] }
      await call(holidayYearSave, { params: { id: String(year) }, body }, { quiet: true })
      notify(words.saved, 'success')
      await onSaved()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      const isStale = failure.reason === 'STALE'
      notify(isStale ? words.stale : failure.message, 'error')
      if (isStale) await onSaved()
    } finally {
      setBusy(false)
    }
  }
  const isEmpty = days.length === 0
  const hasNoWork = !isEmpty && days.every(({ kind }) => kind !== 'work')
  return (
    <>
      <PageHead
        title={words.title}
        note={
          stood.changedAt
            ? words.changed(stood.changedBy ?? words.someone, shortTime(stood.changedAt, language))
            : undefined
        }
      >
        <div className={styles.turn}>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={words.before}
            disabled={year <= FIRST}
            onClick={() => void turn(year - 1)}
          >
            <IconChevronLeft size={16} stroke={1.8} />
          </ActionIcon>
          <b aria-live="polite">{words.year(year)}</b>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={words.after}
            disabled={year >= LAST}
            onClick={() => void turn(year + 1)}
          >
            <IconChevronRight size={16} stroke={1.8} />
          </ActionIcon>
        </div>
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} stroke={1.6} />}
          onClick={() => setImporting(true)}
        >
          {words.import}
        </Button>
      </PageHead>
      <div className={styles.legend}>
        <span className={styles.about}>{words.note}</span>
        <span>
          <i data-kind="holiday" /> {words.kinds.holiday}
        </span>
        <span>
          <i data-kind="work" /> {words.kinds.work}
        </span>
        <span>
          <i data-today /> {words.legend.today}
        </span>
        <span>
          <i data-pay /> {words.legend.pay}
        </span>
      </div>
      {(isEmpty || hasNoWork) && (
        <p className={styles.warning} role="status">
          {isEmpty ? words.empty(year) : words.noWork(year)}
        </p>
      )}
      <YearGrid
        year={year}
        today={today}
        days={days}
        payDays={new Set(pays.map(({ after }) => after))}
        onPick={setPicked}
      />
      <Pays pays={pays} />
      {changes > 0 && (
        <div className={styles.bar}>
          <p role="status">
            <b>{words.summary(changes)}</b>
            {moved.length === 0 && <span>{words.noMoves}</span>}
            {moved.map(({ period, before, after }) => (
              <span key={`${period} ${before}`}>{words.moves(period, before, after)}</span>
            ))}
          </p>
          <Button variant="default" disabled={isBusy} onClick={() => setDays(stood.days)}>
            {words.discard}
          </Button>
          <Button loading={isBusy} onClick={() => void save()}>
            {words.save}
          </Button>
        </div>
      )}
      {picked && (
        <DayForm
          day={picked}
          one={days.find(({ day }) => day === picked)}
          onDone={(count, value) => setDays(withDays(days, picked, count, value))}
          onClose={() => setPicked(undefined)}
        />
      )}
      {isImporting && <ImportForm year={year} onDone={setDays} onClose={() => setImporting(false)} />}
    </>
  )
}
