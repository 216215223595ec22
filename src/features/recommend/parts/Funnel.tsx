import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilter, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { exactCount, MISSING, rate } from '../../../kit/format/number.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { text } from '../text.ts'
import styles from './recommend.module.css'

const STEPS = ['impressions', 'clicks', 'claims', 'submissions', 'valid'] as const
type Figures = Record<(typeof STEPS)[number], number>

const ppmOf = (part: number, whole: number): number | null => (whole > 0 ? Math.round((part / whole) * 1e6) : null)

/** From seen to valid: each step as a bar and as a part of the step before; readable as a table. */
export function Funnel({ figures }: { figures: Figures }) {
  const words = useText(text)
  const [isTable, setTable] = useState(false)
  const widest = Math.max(1, ...STEPS.map((step) => figures[step]))
  const rows = STEPS.map((step, at) => ({
    step,
    name: words.funnel.steps[step],
    value: figures[step],
    share: at === 0 ? null : ppmOf(figures[step], figures[STEPS[at - 1]!]),
  }))
  const Icon = isTable ? IconFilter : IconTable
  const label = isTable ? words.funnel.asChart : words.funnel.asTable
  return (
    <figure className={styles.funnel} aria-label={words.funnel.title}>
      <figcaption className={styles.funnelHead}>
        <b>{words.funnel.title}</b>
        <Tooltip label={label}>
          <ActionIcon size={28} aria-label={label} onClick={() => setTable(!isTable)}>
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </figcaption>
      {isTable ? (
        <PlainTable
          label={words.funnel.title}
          columns={[
            { name: words.funnel.step },
            { name: words.funnel.count, isNumeric: true },
            { name: words.funnel.ofBefore, isNumeric: true },
          ]}
          rows={rows.map(({ step, name, value, share }) => ({
            key: step,
            cells: [name, exactCount(value), share === null ? MISSING : rate(share)],
          }))}
        />
      ) : (
        <ol className={styles.steps}>
          {rows.map(({ step, name, value, share }) => (
            <li key={step}>
              <span className={styles.stepName}>{name}</span>
              <span className={styles.stepBar}>
                <i style={{ width: `${Math.max(value > 0 ? 0.6 : 0, (value / widest) * 100)}%` }} />
              </span>
              <span className={styles.stepValue}>{exactCount(value)}</span>
              <span className={styles.stepShare}>{share === null ? '' : rate(share)}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  )
}
