import type { ImportJob, Mapping, TargetInfo } from '../contract.ts'
import { DateOptions, hasNoYear, PlatformOption, ZeroEaten } from './FileOptions.tsx'
import styles from './imports.module.css'

interface PlainOptionsProps {
  job: ImportJob
  target: TargetInfo
  mapping: Mapping
  errorOf(field: string): string | undefined
  onChange(part: Partial<Mapping>): void
}

const hasPlatform = ({ fields }: TargetInfo) => fields.some(({ as }) => as === 'platform')
const hasDays = ({ fields }: TargetInfo, { columns }: Mapping) =>
  fields.some(({ as, name }) => as === 'instant' && columns[name])

/** Whether a target's file leaves anything open beside its columns. */
export const hasPlainOptions = (target: TargetInfo, mapping: Mapping): boolean =>
  hasPlatform(target) || hasDays(target, mapping)

/** What a target's file itself does not say. */
export function PlainOptions({ job, target, mapping, errorOf, onChange }: PlainOptionsProps) {
  const areDaysMapped = hasDays(target, mapping)
  return (
    <div className={styles.fields}>
      {hasPlatform(target) && (
        <PlatformOption
          mapping={mapping}
          isNeeded={!mapping.columns.platform}
          error={errorOf('platform')}
          onChange={onChange}
        />
      )}
      {areDaysMapped && <DateOptions mapping={mapping} errorOf={errorOf} onChange={onChange} />}
      {areDaysMapped && hasNoYear(mapping) && <ZeroEaten job={job} mapping={mapping} onChange={onChange} />}
    </div>
  )
}
