import { SegmentedControl, Select } from '@mantine/core'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { dayOf } from '../../../core/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { type ImportJob, importList, importOptions, type Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { DateOptions, hasNoYear, PlatformOption, ZeroEaten } from './FileOptions.tsx'
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
  const countsId = useId()
  const rateId = useId()
  const options = useQuery({
    queryKey: [importList.key, importOptions.path],
    queryFn: ({ signal }) => call(importOptions, {}, { signal, quiet: true }),
  })
  const { columns, counts } = mapping
  const isShort = !!columns.statDate && hasNoYear(mapping)
  const partners = options.data?.partners.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <div className={styles.fields}>
      <PlatformOption
        mapping={mapping}
        isNeeded={!columns.platform && !!columns.itemId}
        error={errorOf('platform')}
        onChange={onChange}
      />
      {!columns.statDate && (
        <DateField
          label={words.statDateAll}
          withAsterisk
          min="2005-01-01"
          max={dayOf(Date.now())}
          value={mapping.statDate ?? ''}
          onChange={(day) => onChange({ statDate: day || null })}
        />
      )}
      {columns.statDate && <DateOptions mapping={mapping} errorOf={errorOf} onChange={onChange} />}
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
      {isShort && <ZeroEaten job={job} mapping={mapping} onChange={onChange} />}
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
