import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Radar } from '../../../kit/chart/Radar.tsx'
import pick from '../../../kit/form/pick.module.css'
import { figureOf } from '../../../kit/format/figure.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { figureIn, kindOf, type Metric } from '../columns.ts'
import { MOST_COMPARED, type View } from '../query.ts'
import { text } from '../text.ts'
import styles from './categories.module.css'
import { type Answered, useNameOf } from './use.ts'

const AXES = ['plays', 'newVideos', 'meanPlays', 'finishRate', 'interactionRate', 'rpmFen'] as const satisfies Metric[]
const FIRST = 3

interface CompareProps extends Answered {
  compared: readonly string[]
  onChange(change: Partial<View>): void
}

/** Up to four categories by six figures; without a choice the three largest. */
export function Compare({ answer: { list }, compared, onChange }: CompareProps) {
  const { language } = useApp()
  const words = useText(text)
  const nameOf = useNameOf()
  const [isOpen, setOpen] = useState(false)
  const all = list.flatMap((one) => [one, ...one.children])
  const found = compared.flatMap((id) => all.find((one) => one.id === id) ?? [])
  const chosen = found.length > 0 ? found : list.slice(0, FIRST)
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  const toggle = (id: string) => {
    const next = isChosen(id)
      ? chosen.filter((one) => one.id !== id).map((one) => one.id)
      : [...chosen.map((one) => one.id), id]
    onChange({ compared: next })
  }
  return (
    <Radar
      title={words.charts.radar}
      note={words.charts.radarNote}
      controls={
        <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end" offset={4}>
          <Popover.Target>
            <button type="button" className={`${pick.pick} ${styles.small}`} onClick={() => setOpen(!isOpen)}>
              <span>{words.charts.choose}</span>
              <b>{chosen.length}</b>
              <IconChevronDown size={14} stroke={1.8} aria-hidden />
            </button>
          </Popover.Target>
          <Popover.Dropdown p={8}>
            <fieldset className={styles.choices}>
              <legend>{words.charts.most}</legend>
              {all.map((one) => (
                <Checkbox
                  key={one.id}
                  size="xs"
                  pl={list.includes(one as never) ? 0 : 20}
                  label={nameOf(one)}
                  checked={isChosen(one.id)}
                  // One stays, four are enough.
                  disabled={isChosen(one.id) ? chosen.length === 1 : chosen.length >= MOST_COMPARED}
                  onChange={() => toggle(one.id)}
                />
              ))}
            </fieldset>
          </Popover.Dropdown>
        </Popover>
      }
      itemsName={words.charts.figure}
      axes={AXES.map((metric) => ({
        key: metric,
        name: words.metrics[metric],
        highest: Math.max(0, ...chosen.map((one) => figureIn(one, metric) ?? 0)),
        format: figureOf(kindOf(metric), language),
      }))}
      items={chosen.map((one) => ({
        key: one.id,
        name: nameOf(one),
        values: AXES.map((metric) => figureIn(one, metric)),
      }))}
      height={300}
    />
  )
}
