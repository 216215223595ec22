import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ContentType } from '../../../core/works.ts'
import { workText } from '../../../core/workText.ts'
import { PALETTE } from '../../../kit/chart/palette.ts'
import { Ring } from '../../../kit/chart/Ring.tsx'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, rate } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import { Card } from './Card.tsx'
import type { Summary } from './summary.ts'
import styles from './workplace.module.css'

const BY = ['type', 'category'] as const

/** What online content is made of, as a ring and as its table. */
export function Share({ online }: { online: Summary['online'] }) {
  const { theme } = useApp()
  const words = useText(text)
  const [by, setBy] = useState<(typeof BY)[number]>('type')
  const parts = useParts(online, by)
  return (
    <Card
      title={words.share}
      tools={
        <SegmentedControl
          aria-label={words.shareBy}
          value={by}
          onChange={(value) => setBy(value as typeof by)}
          data={BY.map((value) => ({ value, label: words.shares[value] }))}
        />
      }
    >
      {online.total > 0 ? (
        <div className={styles.share}>
          <div className={styles.ring}>
            <Ring
              parts={parts.map(({ name, count }) => ({ name, value: count }))}
              whole={{ name: words.total, value: exactCount(online.total) }}
              share={(fraction) => rate(fraction * 1e6)}
            />
          </div>
          <div className={styles.legend}>
            <table className={styles.parts} aria-label={words.share}>
              <thead className={styles.unseen}>
                <tr>
                  <th scope="col">{words.shares[by]}</th>
                  <th scope="col">{words.count}</th>
                  <th scope="col">{words.part}</th>
                </tr>
              </thead>
              <tbody>
                {parts.map(({ name, count }, at) => (
                  <tr key={name}>
                    <th scope="row" className="ellipsis" title={name}>
                      <i style={{ background: PALETTE[theme][at] }} />
                      {name}
                    </th>
                    <td className="num">{exactCount(count)}</td>
                    <td className="num">{rate((count / online.total) * 1e6)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      ) : (
        <Empty title={words.noOnline}>{words.noOnlineWhy}</Empty>
      )}
    </Card>
  )
}

function useParts(
  { types, categories }: Summary['online'],
  by: (typeof BY)[number],
): { name: string; count: number }[] {
  const { language } = useApp()
  const words = useText(text)
  const { contentType } = useText(workText)
  if (by === 'type') return types.map(({ key, count }) => ({ name: contentType[key as ContentType], count }))
  return categories.map(({ kind, nameZh, nameEn, count }) => ({
    name:
      kind === 'none' ? words.uncategorised : kind === 'other' ? words.other : language === 'zh-CN' ? nameZh : nameEn,
    count,
  }))
}
