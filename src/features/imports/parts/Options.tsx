import { Checkbox, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { dayOf } from '../../../core/time.ts'
import { PLATFORMS } from '../../../core/works.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { DATE_FORMATS, type ImportJob, importList, importOptions, type Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { words as shared } from '../text.ts'
import styles from './imports.module.css'

interface OptionsProps {
  job: ImportJob
  mapping: Mapping
  errorOf(field: string): string | undefined
  onChange(part: Partial<Mapping>): void
}

/** What the file itself does not say: constants for all rows, how dates are written, what the figures count. */
export function Options({ job, mapping, errorOf, onChange }: OptionsProps) {
  const { call } = useApp()
  const { columns: words } = useText(screenText)
  const { platforms } = useText(shared)
  const countsId = useId()
  const rateId = useId()
  const options = useQuery({
    queryKey: [importList.key, importOptions.path],
    queryFn: ({ signal }) => call(importOptions, {}, { signal, quiet: true }),
  })
  const { columns, dateFormat, zeroEaten, counts } = mapping
  const isShort = !!columns.statDate && (dateFormat === 'md' || dateFormat === 'dm')
  const partners = options.data?.partners.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <div className={styles.fields}>
      <Select
        label={words.platformAll}
        error={errorOf('platform')}
        placeholder={words.pick}
        description={columns.platform ? words.platformHint : undefined}
        withAsterisk={!columns.platform && !!columns.itemId}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={PLATFORMS.map((value) => ({ value, label: platforms[value] }))}
        value={mapping.platform}
        onChange={(platform) => onChange({ platform: platform as Mapping['platform'] })}
        clearable
      />
      {!columns.statDate && (
        <TextInput
          label={words.statDateAll}
          withAsterisk
          type="date"
          min="2005-01-01"
          max={dayOf(Date.now())}
          value={mapping.statDate ?? ''}
          onChange={(event) => onChange({ statDate: event.currentTarget.value || null })}
        />
      )}
      {columns.statDate && (
        <Select
          label={words.dateFormat}
          data={DATE_FORMATS.map((value) => ({ value, label: words.dateFormats[value] }))}
          value={dateFormat}
          onChange={(value) => onChange({ dateFormat: value as Mapping['dateFormat'] })}
          allowDeselect={false}
        />
      )}
      {isShort && (
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
      <Select
        label={words.partner}
        error={errorOf('partnerId')}
        placeholder={words.pick}
        description={words.partnerHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={partners}
        value={mapping.partnerId}
        onChange={(partnerId) => onChange({ partnerId })}
        clearable
        searchable
      />
      {isShort && (
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
          checked={zeroEaten}
          onChange={(event) => onChange({ zeroEaten: event.currentTarget.checked })}
        />
      )}
      <div className={styles.wide}>
        <p className={styles.label} id={countsId}>
          {words.counts}
        </p>
        <SegmentedControl
          aria-labelledby={countsId}
          data={[
            { value: 'cumulative', label: words.cumulative },
            { value: 'daily', label: words.daily },
          ]}
          value={counts}
          onChange={(value) => onChange({ counts: value as Mapping['counts'] })}
        />
        <p className={styles.note}>{counts === 'daily' ? words.dailyHint : words.cumulativeHint}</p>
      </div>
      {columns.finishRate && (
        <div className={styles.wide}>
          <p className={styles.label} id={rateId}>
            {words.rateUnit}
          </p>
          <SegmentedControl
            aria-labelledby={rateId}
            data={[
              { value: 'percent', label: words.percent },
              { value: 'fraction', label: words.fraction },
            ]}
            value={mapping.rateUnit}
            onChange={(value) => onChange({ rateUnit: value as Mapping['rateUnit'] })}
          />
        </div>
      )}
    </div>
  )
}
