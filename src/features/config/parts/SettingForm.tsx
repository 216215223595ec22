import '@mantine/core/styles/Switch.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Switch } from '@mantine/core'
import { useEffect, useState } from 'react'
import { type Fault, faultOf, SETTINGS, type Setting } from '../../../core/settings.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { shortTime } from '../../../kit/format/time.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import type { Item } from '../contract.ts'
import { errors } from '../errors.ts'
import { text } from '../text.ts'
import styles from './config.module.css'
import { FlagFields, NumberFields, PlainField, SloganFields, WordFields } from './fields.tsx'
import { useChange } from './useConfig.ts'

interface SettingFormProps {
  item: Item
  onDirty(isDirty: boolean): void
  onHistory(): void
}

/** One setting: what it says now, its limits, who set it, and the way back. Switches are saved when they are turned. */
export function SettingForm({ item, onDirty, onHistory }: SettingFormProps) {
  const { language, notify } = useApp()
  const words = useText(text)
  const setting: Setting = SETTINGS[item.key]
  const { name, hint } = words.settings[item.key]
  const [value, setValue] = useState(item.value)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { set, isBusy } = useChange(item)
  const isDirty = JSON.stringify(value) !== JSON.stringify(item.value)
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  const explain = ({ at, rule, min = 0, max = 0 }: Fault) =>
    setFaults({ [at]: errors[rule][language].replace('{min}', String(min)).replace('{max}', String(max)) })

  async function save(next: unknown) {
    const fault = next === null ? null : faultOf(item.key, next)
    if (fault) return explain(fault)
    setFaults({})
    try {
      await set(next)
      notify(words.saved, 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setValue(item.value)
      if (error.reason !== 'STALE') setFaults({ [error.field?.replace(/^value\.?/, '') ?? '']: error.message })
    }
  }
  const reset = async () => {
    if (await confirm({ ...words.resetAsk, title: words.resetAsk.title(name) })) await save(null)
  }
  const turn = async (isOn: boolean) => {
    if (isOn || (await confirm({ ...words.offAsk, title: words.offAsk.title(name), isDanger: true }))) await save(isOn)
  }
  const change = (next: unknown) => {
    setFaults({})
    setValue(next)
  }
  const fields = { label: name, value, faults, onChange: change }
  return (
    <form
      className={styles.setting}
      aria-label={name}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(value)
      }}
    >
      <div className={styles.settingHead}>
        <h3>{name}</h3>
        {setting.kind === 'switch' && (
          <Switch
            aria-label={name}
            label={value ? words.on : words.off}
            checked={value === true}
            disabled={isBusy}
            onChange={(event) => void turn(event.currentTarget.checked)}
          />
        )}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
      {setting.kind === 'words' && <WordFields {...fields} />}
      {setting.kind === 'text' && <PlainField {...fields} />}
      {setting.kind === 'slogans' && <SloganFields {...fields} most={setting.max} />}
      {setting.kind === 'flags' && <FlagFields {...fields} fields={setting.fields} />}
      {setting.kind === 'numbers' && <NumberFields {...fields} fields={setting.fields} />}
      {faults[''] && (
        <p className={styles.fault} role="alert">
          {faults['']}
        </p>
      )}
      <div className={styles.settingFoot}>
        <span>
          {item.version === 0
            ? words.unset
            : words.changed(item.changedBy ?? words.someone, shortTime(item.changedAt, language), item.version)}
        </span>
        {item.version > 0 && (
          <button type="button" className={styles.textButton} onClick={onHistory}>
            {words.history}
          </button>
        )}
        {!item.isDefault && (
          <button type="button" className={styles.textButton} disabled={isBusy} onClick={() => void reset()}>
            {words.reset}
          </button>
        )}
        {isDirty && setting.kind !== 'switch' && (
          <span className={styles.answers}>
            <Button size="xs" variant="default" onClick={() => change(item.value)}>
              {words.discard}
            </Button>
            <Button size="xs" type="submit" loading={isBusy}>
              {words.save}
            </Button>
          </span>
        )}
      </div>
    </form>
  )
}
