import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { NumberInput, Switch } from '@mantine/core'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { BELOW, MAX_THRESHOLD, type Rule, ruleChange } from '../contract.ts'
import { ruleText } from '../ruleText.ts'
import { text } from '../text.ts'

const PPM_OF_PERCENT = 10_000

/** From where on a rule fires, in the unit people read, and whether it is watched. */
export function RuleForm({ rule, onDone, onClose }: { rule: Rule; onDone(): void; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const { names, hours, minutes } = useText(ruleText)
  const [name, what] = names[rule.code]
  const isShare = rule.code.endsWith('Ppm')
  const scale = isShare ? PPM_OF_PERCENT : 1
  const [threshold, setThreshold] = useState<number | string>(rule.threshold / scale)
  const [enabled, setEnabled] = useState(rule.enabled)
  const [isWrong, setWrong] = useState(false)
  const value = Math.round(Number(threshold) * scale)
  const unit = isShare
    ? '%'
    : rule.code.endsWith('Ms')
      ? 'ms'
      : rule.code.endsWith('Hours')
        ? hours('')
        : rule.code.endsWith('Minutes')
          ? minutes('')
          : ''
  return (
    <FormModal
      title={words.editTitle(name)}
      note={words.editNote(what, BELOW.includes(rule.code))}
      confirm={words.save}
      validate={() => {
        const isRight = threshold !== '' && value >= 0 && value <= MAX_THRESHOLD
        setWrong(!isRight)
        return isRight
      }}
      submit={async (idempotencyKey) => {
        const body = { threshold: value, enabled, version: rule.version }
        await call(ruleChange, { params: { id: rule.code }, body }, { idempotencyKey, quiet: true })
        notify(words.saved, 'success')
        onDone()
      }}
      onClose={onClose}
    >
      <NumberInput
        label={words.thresholdLabel}
        value={threshold}
        onChange={(next) => {
          setThreshold(next)
          setWrong(false)
        }}
        suffix={unit && ` ${unit.trim()}`}
        min={0}
        allowDecimal={isShare}
        decimalScale={2}
        hideControls
        error={isWrong && words.thresholdWrong}
        data-autofocus
      />
      <Switch
        label={words.watch}
        checked={enabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
    </FormModal>
  )
}
