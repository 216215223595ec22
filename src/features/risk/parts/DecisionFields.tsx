import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NumberInput, SegmentedControl, Select, Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay, useText } from '../../../kit/hooks/app.ts'
import { EFFECTS, type Effect } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './risk.module.css'
import type { useDecision } from './useDecision.ts'

interface DecisionFieldsProps {
  decision: ReturnType<typeof useDecision>
  isDisabled?: boolean
  /** Before a measure is chosen: takes the case. */
  onTouch?: () => void
}

/** Measures as toggles with their key, the policy, and the reason the partner reads, in both languages. */
export function DecisionFields({ decision, isDisabled = false, onTouch }: DecisionFieldsProps) {
  const words = useText(screenText)
  const names = useText(text)
  const mayBanPartner = useMay('riskVideos.ban')
  const [shown, setShown] = useState<'reasonZh' | 'reasonEn'>(decision.language === 'zh-CN' ? 'reasonZh' : 'reasonEn')
  const { form, faults, policies, language } = decision
  const toggle = (effect: Effect) => {
    onTouch?.()
    decision.toggle(effect)
  }
  const reasonFault = faults.reasonZh ?? faults.reasonEn
  return (
    <>
      <fieldset className={styles.measures} disabled={isDisabled} aria-describedby={faults.effects && 'measures-fault'}>
        <legend>
          {words.decision} <small className={styles.multiple}>{words.multiple}</small>
        </legend>
        {EFFECTS.map((effect, at) => (
          <button
            key={effect}
            type="button"
            data-keys
            aria-pressed={form.effects.includes(effect)}
            aria-keyshortcuts={String(at + 1)}
            onClick={() => toggle(effect)}
          >
            <kbd aria-hidden>{at + 1}</kbd>
            <span className="ellipsis">{names.choices.effect[effect]}</span>
            {form.effects.includes(effect) && <IconCheck size={16} stroke={1.6} aria-hidden />}
          </button>
        ))}
        {faults.effects && (
          <p id="measures-fault" className={styles.fault} role="alert">
            {faults.effects}
          </p>
        )}
      </fieldset>
      {form.effects.includes('ban') && (
        <div className={styles.pair}>
          <Select
            label={words.banScope}
            required
            data={(['creator', 'partner'] as const)
              .filter((value) => value === 'creator' || mayBanPartner)
              .map((value) => ({ value, label: words.banScopes[value] }))}
            value={form.banScope}
            onChange={(value) => decision.set({ banScope: value as 'creator' | 'partner' | null })}
            error={faults.banScope}
            disabled={isDisabled}
          />
          <NumberInput
            label={words.banDays}
            placeholder={words.banForever}
            min={1}
            max={3650}
            allowDecimal={false}
            value={form.banDays ?? ''}
            onChange={(value) => decision.set({ banDays: value === '' ? null : Number(value) })}
            disabled={isDisabled}
          />
        </div>
      )}
      {!form.effects.includes('none') && (
        <Select
          label={words.policy}
          required
          placeholder={words.choosePolicy}
          data={policies.map(({ code, nameZh, nameEn }) => ({
            value: code,
            label: `${code} ${language === 'zh-CN' ? nameZh : nameEn}`,
          }))}
          value={form.policyCode}
          onChange={decision.choosePolicy}
          error={faults.policyCode}
          allowDeselect={false}
          disabled={isDisabled}
        />
      )}
      <div>
        <div className={styles.reasonHead}>
          <span id="risk-reason">
            {words.reason} <i aria-hidden>*</i>
          </span>
          <SegmentedControl
            size="xs"
            aria-label={words.reasonLanguage}
            withItemsBorders={false}
            value={shown}
            onChange={(value) => setShown(value as 'reasonZh' | 'reasonEn')}
            data={(['reasonZh', 'reasonEn'] as const).map((value) => ({ value, label: words.languages[value] }))}
          />
        </div>
        <Textarea
          aria-labelledby="risk-reason"
          lang={shown === 'reasonZh' ? 'zh-CN' : 'en'}
          autosize
          minRows={3}
          maxRows={6}
          maxLength={500}
          value={form[shown]}
          onChange={(event) => decision.write({ [shown]: event.currentTarget.value })}
          error={reasonFault}
          disabled={isDisabled}
        />
      </div>
      <Textarea
        label={words.note}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={500}
        value={form.note}
        onChange={(event) => decision.set({ note: event.currentTarget.value })}
        disabled={isDisabled}
      />
    </>
  )
}
