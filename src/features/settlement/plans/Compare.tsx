import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { planDetail } from '../contract/plans.ts'
import { GROUPS, say } from './fields.ts'
import styles from './plans.module.css'
import { text } from './text.ts'

/** Each parameter as it is and as it is proposed, what differs marked by a word. */
export function Compare({ detail: { plan, params, before, changed } }: { detail: Reply<typeof planDetail> }) {
  const words = useText(text)
  const [isOnly, setOnly] = useState(false)
  const names = GROUPS[plan.product].flatMap(({ fields }) => fields).filter((name) => !isOnly || changed.includes(name))
  return (
    <div className={`card ${styles.group} ${styles.whole}`}>
      <div className={styles.cardHead}>
        <h2>{words.compare}</h2>
        <p>{before ? words.changedCount(changed.length) : words.first}</p>
        {changed.length > 0 && (
          <div className={styles.cardEnd}>
            <Switch
              label={words.onlyChanged}
              checked={isOnly}
              onChange={(event) => setOnly(event.currentTarget.checked)}
            />
          </div>
        )}
      </div>
      <PlainTable
        label={words.compare}
        columns={[
          { name: words.parameter },
          { name: before ? words.before(before.number) : words.beforeNone },
          { name: words.after(plan.number) },
          { name: words.changed },
        ]}
        rows={names.map((name) => ({
          key: name,
          cells: [
            words.names[name],
            <Lines key="before" lines={before ? say(name, before.params, words) : ['—']} />,
            <span key="after" className={changed.includes(name) ? styles.is : undefined}>
              <Lines lines={say(name, params, words)} />
            </span>,
            changed.includes(name) ? (
              <Tag key="tag" tone="orange">
                {words.changed}
              </Tag>
            ) : null,
          ],
        }))}
      />
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <span className={styles.lines}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
