import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, NumberInput, Select, Textarea } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { LABELS, type Rule, riskRuleChange, riskRulePreview, SEVERITIES } from '../contract.ts'
import { faultOf, type Knob, RULES, type RuleCode, type Thresholds, WORD_RULE } from '../rules.ts'
import { text } from '../text.ts'
import { useRefreshRules } from './cards.tsx'
import styles from './rules.module.css'

type Preview = Reply<typeof riskRulePreview>

/** A rule's thresholds, label and level, and what it would have found with them before they are saved. */
export function TuneForm({ rule, onClose }: { rule: Rule; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefreshRules()
  const code = rule.code as RuleCode
  const [thresholds, setThresholds] = useState(rule.thresholds as Thresholds)
  const [typed, setTyped] = useState(((rule.thresholds as Thresholds).words as string[] | undefined)?.join('\n') ?? '')
  const [label, setLabel] = useState(rule.label as (typeof LABELS)[number])
  const [severity, setSeverity] = useState(rule.severity as (typeof SEVERITIES)[number])
  const [fault, setFault] = useState<string | undefined>()
  const [preview, setPreview] = useState<Preview | null>(null)
  const [isLooking, setLooking] = useState(false)
  const isWords = code === WORD_RULE
  const current = (): Thresholds =>
    isWords
      ? {
          words: [
            ...new Set(
              typed
                .split(/\r?\n/)
                .map((word) => word.trim())
                .filter(Boolean),
            ),
          ],
        }
      : thresholds
  const check = () => {
    const wrong = faultOf(code, current())
    setFault(wrong)
    return !wrong
  }
  const look = async () => {
    if (!check()) return
    setLooking(true)
    try {
      setPreview(await call(riskRulePreview, { params: { id: rule.id }, body: { thresholds: current() } }))
    } catch {
      // The shell has shown why.
    } finally {
      setLooking(false)
    }
  }
  return (
    <FormModal
      title={words.rule.tuneTitle(words.rule.names[code] ?? code)}
      note={words.rule.bodies[code]}
      confirm={words.rule.save}
      validate={check}
      submit={async (idempotencyKey) => {
        const body = { thresholds: current(), label, severity, version: rule.version }
        await call(riskRuleChange, { params: { id: rule.id }, body }, { idempotencyKey, quiet: true })
        notify(words.rule.saved, 'success')
        await refresh()
      }}
      onClose={onClose}
    >
      {isWords ? (
        <Textarea
          label={words.rule.words}
          description={words.rule.wordsHint}
          autosize
          minRows={4}
          maxRows={10}
          value={typed}
          error={fault && words.rule.wordsHint}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-autofocus
        />
      ) : (
        <div className={styles.pair}>
          {(Object.entries(RULES[code]) as [string, Knob][]).map(([name, { min, max }]) => (
            <NumberInput
              key={name}
              label={words.knobs[name]}
              description={words.rule.range(min, max)}
              min={min}
              max={max}
              clampBehavior="none"
              allowDecimal={false}
              thousandSeparator=","
              value={thresholds[name] as number}
              error={fault === name && words.rule.range(min, max)}
              onChange={(value) => setThresholds({ ...thresholds, [name]: Number(value) })}
            />
          ))}
        </div>
      )}
      <div className={styles.pair}>
        <Select
          label={words.rule.label}
          data={LABELS.map((value) => ({ value, label: words.labels[value]! }))}
          value={label}
          onChange={(value) => value && setLabel(value as typeof label)}
          allowDeselect={false}
        />
        <Select
          label={words.rule.severity}
          data={SEVERITIES.map((value) => ({ value, label: words.severities[value]! }))}
          value={severity}
          onChange={(value) => value && setSeverity(value as typeof severity)}
          allowDeselect={false}
        />
      </div>
      <Button
        variant="light"
        leftSection={<IconEye size={16} stroke={1.6} />}
        loading={isLooking}
        onClick={() => void look()}
      >
        {words.rule.preview}
      </Button>
      {preview && (
        <div role="status" className={styles.preview}>
          <b>{preview.count ? words.rule.previewed(preview.count, preview.fresh) : words.rule.previewEmpty}</b>
          {preview.samples.length > 0 && (
            <PlainTable
              label={words.rule.preview}
              columns={[{ name: words.rule.sampleColumns.title }, { name: words.rule.sampleColumns.finding }]}
              rows={preview.samples.map(({ videoId, title, partnerName, finding }) => ({
                key: videoId,
                cells: [
                  <span key="title" className={styles.sample} title={title}>
                    {title}
                    <small>{partnerName}</small>
                  </span>,
                  <span key="finding" className={styles.finding}>
                    {finding}
                  </span>,
                ],
              }))}
            />
          )}
        </div>
      )}
    </FormModal>
  )
}
