import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { exactCount, rate } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { riskList, riskStatistics } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './risk.module.css'
import { Tiles } from './Tiles.tsx'

const ALL = {}
const AUTOMATIC = ['machine', 'platform', 'rule', 'copyright']

/** The last 30 days: what came and went, who decided, by which policy, and where cases come from. */
export function Statistics() {
  const { call, language } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const { data, isError, error, refetch } = useQuery({
    queryKey: [riskList.key, riskStatistics.path],
    queryFn: ({ signal }) => call(riskStatistics, {}, { signal, quiet: true }),
  })
  if (isError) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={420} radius="md" />
  const { days, reviewers, policies, sources } = data
  const most = Math.max(1, ...days.map((day) => Math.max(day.inbound, day.handled)))
  const cases = sources.reduce((sum, one) => sum + one.cases, 0)
  const automatic = sources.filter(({ source }) => AUTOMATIC.includes(source)).reduce((sum, one) => sum + one.cases, 0)
  const decisions = policies.reduce((sum, one) => sum + one.decisions, 0)
  const share = (part: number, of: number) => rate(of ? (part * 1_000_000) / of : null)
  return (
    <>
      <Tiles filters={ALL} />
      <div className={styles.stats}>
        <section className={`card ${styles.statCard} ${styles.wide}`}>
          <h2>{words.statistics.flow}</h2>
          <p className={styles.legend}>
            <span data-kind="in">{words.statistics.inbound}</span>
            <span data-kind="out">{words.statistics.handled}</span>
          </p>
          <div className={styles.flow} role="img" aria-label={words.statistics.flow}>
            {days.map((day) => (
              <div
                key={day.day}
                title={`${shortDay(day.day, language)} · ${words.statistics.inbound} ${day.inbound} · ${words.statistics.handled} ${day.handled}`}
              >
                <i data-kind="in" style={{ height: `${(day.inbound / most) * 100}%` }} />
                <i data-kind="out" style={{ height: `${(day.handled / most) * 100}%` }} />
              </div>
            ))}
          </div>
          <p className={styles.axis}>
            <span>{shortDay(days[0]!.day, language)}</span>
            <span>{shortDay(days.at(-1)!.day, language)}</span>
          </p>
        </section>
        <section className={`card ${styles.statCard}`}>
          <h2>{words.statistics.sources}</h2>
          <ul className={styles.bars}>
            {sources.map(({ source, cases: count }) => (
              <li key={source}>
                <span>{names.choices.source[source as keyof typeof names.choices.source]}</span>
                <i style={{ width: `${(count / Math.max(1, sources[0]!.cases)) * 100}%` }} />
                <b className="tabular">{exactCount(count)}</b>
              </li>
            ))}
          </ul>
          <p className={styles.muted}>
            {words.statistics.auto} {share(automatic, cases)} · {words.statistics.manual}{' '}
            {share(cases - automatic, cases)}
          </p>
        </section>
        <section className={`card ${styles.statCard} ${styles.wide}`}>
          <h2>{words.statistics.reviewers}</h2>
          {reviewers.length === 0 ? (
            <Empty title={words.statistics.empty} />
          ) : (
            <PlainTable
              label={words.statistics.reviewers}
              columns={(['name', 'decisions', 'actioned', 'skipped', 'handling', 'overturned'] as const).map(
                (name) => ({
                  name: words.statistics.reviewerColumns[name],
                  isNumeric: name !== 'name',
                }),
              )}
              rows={reviewers.map((one) => ({
                key: one.name,
                cells: [
                  one.name,
                  exactCount(one.decisions),
                  exactCount(one.actioned),
                  exactCount(one.skipped),
                  words.seconds(one.handlingSeconds),
                  exactCount(one.overturned),
                ],
              }))}
            />
          )}
        </section>
        <section className={`card ${styles.statCard}`}>
          <h2>{words.statistics.policies}</h2>
          <PlainTable
            label={words.statistics.policies}
            columns={(['policy', 'decisions', 'share'] as const).map((name) => ({
              name: words.statistics.policyColumns[name],
              isNumeric: name !== 'policy',
            }))}
            rows={policies.map((one) => ({
              key: one.code,
              cells: [
                `${one.code} ${language === 'zh-CN' ? one.nameZh : one.nameEn}`,
                exactCount(one.decisions),
                share(one.decisions, decisions),
              ],
            }))}
          />
        </section>
      </div>
    </>
  )
}
