import { Checkbox, NumberInput, Select } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { PLATFORMS } from '../../../core/works.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { DATE_FORMATS, type ImportJob, type Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { words as shared } from '../text.ts'
import styles from './imports.module.css'

interface OptionProps {
  mapping: Mapping
  onChange(part: Partial<Mapping>): void
}

export const hasNoYear = ({ dateFormat }: Mapping): boolean => dateFormat === 'md' || dateFormat === 'dm'

/** The platform of rows that do not name one. */
export function PlatformOption(props: OptionProps & { isNeeded: boolean; error: string | undefined }) {
  const { mapping, isNeeded, error, onChange } = props
  const { columns: words } = useText(screenText)
  const { platforms } = useText(shared)
  return (
    <Select
      label={words.platformAll}
      error={error}
      placeholder={words.pick}
      description={mapping.columns.platform ? words.platformHint : undefined}
      withAsterisk={isNeeded}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={PLATFORMS.map((value) => ({ value, label: platforms[value] }))}
      value={mapping.platform}
      onChange={(platform) => onChange({ platform: platform as Mapping['platform'] })}
      clearable
    />
  )
}

/** How days are written, and their year where they have none. */
export function DateOptions(props: OptionProps & { errorOf(field: string): string | undefined }) {
  const { mapping, errorOf, onChange } = props
  const { columns: words } = useText(screenText)
  return (
    <>
      <Select
        label={words.dateFormat}
        data={DATE_FORMATS.map((value) => ({ value, label: words.dateFormats[value] }))}
        value={mapping.dateFormat}
        onChange={(value) => onChange({ dateFormat: value as Mapping['dateFormat'] })}
        allowDeselect={false}
      />
      {hasNoYear(mapping) && (
        <NumberInput
          label={words.year}
          error={errorOf('year')}
          withAsterisk
          min={2005}
          max={2100}
          allowDecimal={false}
          value={mapping.year ?? ''}
          onChange={(year) => onChange({ year: typeof year === 'number' ? year : null })}
        />
      )}
    </>
  )
}

/** Whether a spreadsheet took days for numbers and ate their last zero. */
export function ZeroEaten({ job, mapping, onChange }: OptionProps & { job: ImportJob }) {
  const { columns: words } = useText(screenText)
  return (
    <Checkbox
      className={styles.wide}
      label={words.zeroEaten}
      description={
        <>
          {words.zeroEatenHint}
          {job.mapping.zeroEaten && <br />}
          {job.mapping.zeroEaten && words.zeroEatenProposed}
        </>
      }
      checked={mapping.zeroEaten}
      onChange={(event) => onChange({ zeroEaten: event.currentTarget.checked })}
    />
  )
}
