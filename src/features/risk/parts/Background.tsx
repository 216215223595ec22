import { money, rate, shortCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { screenText } from '../screenText.ts'
import styles from './risk.module.css'
import type { Staff } from './useRisk.ts'

/** What to know before deciding: the maker's past, where the work stands, what money hangs on it. */
export function Background({ staff }: { staff: Staff }) {
  const { language } = useApp()
  const words = useText(screenText)
  const { creator } = staff
  const advice = words.recommended(creator.recommendedDays)
  return (
    <section aria-labelledby="risk-background">
      <h3 id="risk-background" className={styles.sideHeading}>
        {words.background}
      </h3>
      <dl className={styles.facts}>
        <dt>{words.creatorHistory}</dt>
        <dd>{words.creatorCases(creator.cases90d, creator.upheld90d)}</dd>
        {creator.activePoints > 0 && (
          <>
            <dt>{words.points}</dt>
            <dd>
              {words.pointsOf(creator.activePoints)} {advice && <Tag tone="orange">{advice}</Tag>}
            </dd>
          </>
        )}
        <dt>{words.partnerRate}</dt>
        <dd>
          {rate(staff.partnerRatePpm)}
          <span className={styles.muted}>{words.average(rate(staff.averageRatePpm))}</span>
        </dd>
        <dt>{words.places}</dt>
        <dd>{words.placesCount(staff.places, shortCount(staff.placePlays, language))}</dd>
        {staff.stakeFen !== undefined && (
          <>
            <dt>{words.stake}</dt>
            <dd>
              {money(staff.stakeFen)} {staff.isHeld && <Tag tone="orange">{words.held}</Tag>}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
