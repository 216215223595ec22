import type { Language } from '../../core/text.ts'
import type { Field, ImportJob, MetricCounts } from './contract.ts'
import { screenText } from './screenText.ts'
import { errors, words } from './text.ts'

const exact = (value: number) => value.toLocaleString('en-US')

/** The report of an import as lines of plain text, for a terminal. */
export function describeJob(job: ImportJob, language: Language): string {
  const { report } = screenText[language]
  const { fields, platforms, reasons } = words[language]
  const { format, mapping } = job
  const counts = job.counts as MetricCounts | null
  const columns = (Object.keys(mapping.columns) as Field[]).map(
    (field) => `  ${fields[field]} ← ${mapping.columns[field]}`,
  )
  const head = [
    [job.fileName, format.kind, format.encoding, exact(format.rows)].filter(Boolean).join(' · '),
    ...columns,
    ...(mapping.platform ? [`  ${fields.platform} = ${platforms[mapping.platform]}`] : []),
    `  ${mapping.dateFormat}${mapping.year ? ` ${mapping.year}` : ''}${mapping.zeroEaten ? ` (22.1 = 22.10)` : ''}, ${mapping.counts}`,
  ]
  if (!counts) return [...head, '', errors[(job.failure ?? 'INTERNAL') as keyof typeof errors][language]].join('\n')
  const figures = { ...counts, ...counts.warnings }
  const notes = (Object.keys(report.alerts) as (keyof typeof report.alerts)[]).filter((name) => figures[name] > 0)
  return [
    ...head,
    '',
    `${report.rows} ${exact(counts.rows)}: ${report.takenNote(exact(counts.taken), exact(counts.replaced))}`,
    ...(['fresh', 'changed', 'unchanged', 'refused'] as const).map(
      (kind) => `  ${report[kind]} ${exact(counts[kind])}`,
    ),
    ...counts.reasons.map(
      ({ reason, column, count }) => `    ${exact(count)} × ${column}: ${reasons[reason as keyof typeof reasons]}`,
    ),
    `  ${report.videos} ${exact(counts.videosNew + counts.videosKnown)} (${report.videosNote(exact(counts.videosNew), exact(counts.videosKnown))})`,
    `  ${report.days} ${counts.days}${counts.from ? ` (${report.daysNote(counts.from, counts.to!)})` : ''}`,
    ...notes.map((name) => `  ${report.alerts[name](exact(figures[name]))}`),
  ].join('\n')
}
