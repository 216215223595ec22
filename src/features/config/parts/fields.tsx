import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Checkbox, NumberInput, Textarea, TextInput } from '@mantine/core'
import type { Slogan, Words } from '../../../core/settings.ts'
import { LANGUAGES } from '../../../core/text.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './config.module.css'

interface FieldsProps {
  /** The setting's name, for who does not see the heading. */
  label: string
  value: unknown
  /** By the place in the value. */
  faults: Record<string, string>
  onChange(value: unknown): void
}

export function WordFields({ label, value, faults, onChange }: FieldsProps) {
  const words = useText(text)
  const said = value as Words
  return (
    <div className={styles.fields}>
      {LANGUAGES.map((language) => (
        <TextInput
          key={language}
          label={words.fields[language]}
          aria-label={`${label} ${words.fields[language]}`}
          placeholder={words.builtIn}
          value={said[language]}
          error={faults[language]}
          onChange={(event) => onChange({ ...said, [language]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}

export function PlainField({ label, value, faults, onChange }: FieldsProps) {
  return (
    <div className={styles.short}>
      <TextInput
        aria-label={label}
        value={value as string}
        error={faults['']}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

export function NumberFields({
  value,
  faults,
  onChange,
  fields,
}: FieldsProps & { fields: Record<string, { min: number; max: number }> }) {
  const words = useText(text)
  const numbers = value as Record<string, number | ''>
  return (
    <div className={styles.numbers}>
      {Object.entries(fields).map(([name, { min, max }]) => (
        <NumberInput
          key={name}
          label={words.fields[name]}
          description={faults[name] ? undefined : `${min.toLocaleString('en')}–${max.toLocaleString('en')}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={numbers[name]}
          error={faults[name]}
          thousandSeparator=","
          allowDecimal={false}
          allowNegative={false}
          hideControls
          onChange={(next) => onChange({ ...numbers, [name]: next })}
        />
      ))}
    </div>
  )
}

export function FlagFields({ label, value, onChange, fields }: FieldsProps & { fields: readonly string[] }) {
  const words = useText(text)
  const flags = value as Record<string, boolean>
  return (
    <fieldset className={styles.flags} aria-label={label}>
      {fields.map((name) => (
        <Checkbox
          key={name}
          label={words.fields[name]}
          checked={flags[name] === true}
          onChange={(event) => onChange({ ...flags, [name]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  )
}

const NO_WORDS: Words = { 'zh-CN': '', 'en-US': '' }
const isBlank = ({ title, body }: Slogan) => [title, body].every((words) => !words['zh-CN'] && !words['en-US'])

export function SloganFields({ value, faults, onChange, most }: FieldsProps & { most: number }) {
  const words = useText(text)
  const slogans = value as Slogan[]
  const all = Array.from({ length: most }, (_, at) => slogans[at] ?? { title: NO_WORDS, body: NO_WORDS })
  const change = (at: number, slogan: Slogan) => {
    const next = all.with(at, slogan)
    // Empty ones at the end are none.
    const last = next.findLastIndex((one) => !isBlank(one))
    onChange(next.slice(0, last + 1))
  }
  return (
    <div className={styles.slogans}>
      {all.map((slogan, at) => (
        <fieldset key={at} className={styles.slogan}>
          <legend>{words.slogan(at + 1)}</legend>
          {LANGUAGES.map((language) => (
            <div key={language} className={styles.sloganWords}>
              <TextInput
                label={`${words.sloganTitle} · ${words.fields[language]}`}
                value={slogan.title[language]}
                error={faults[`${at}.title.${language}`]}
                onChange={(event) =>
                  change(at, { ...slogan, title: { ...slogan.title, [language]: event.currentTarget.value } })
                }
              />
              <Textarea
                label={`${words.sloganBody} · ${words.fields[language]}`}
                rows={2}
                value={slogan.body[language]}
                error={faults[`${at}.body.${language}`]}
                onChange={(event) =>
                  change(at, { ...slogan, body: { ...slogan.body, [language]: event.currentTarget.value } })
                }
              />
            </div>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
