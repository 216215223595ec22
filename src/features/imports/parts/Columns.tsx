import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CallError, useText } from '../../../kit/hooks/app.ts'
import { type Field, type ImportJob, importCheck, type Mapping, type TargetInfo } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { CancelButton } from './CancelButton.tsx'
import { FieldPicker } from './FieldPicker.tsx'
import styles from './imports.module.css'
import { Options } from './Options.tsx'
import { hasPlainOptions, PlainOptions } from './PlainOptions.tsx'
import { Preview } from './Preview.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useJobAct } from './useJob.ts'
import { useTarget, useTargetWords } from './useTargets.ts'

const GROUPS = {
  keys: ['itemId', 'shareUrl', 'statDate', 'playCount', 'platform'],
  figures: [
    'likeCount',
    'commentCount',
    'shareCount',
    'favoriteCount',
    'effectivePlayCount',
    'finishRate',
    'estIncome',
  ],
  facts: ['title', 'creatorName', 'creatorUid', 'category', 'publishedAt', 'contentType', 'duration', 'coverUrl'],
  others: [],
} as const satisfies Record<string, readonly Field[]>
const REST = ['figures', 'facts', 'others'] as const

/** What the columns of a file mean: guessed, shown beside the file's own rows, open to change. */
export function Columns({ job, onLeave }: { job: ImportJob; onLeave(): void }) {
  const { columns: words } = useText(screenText)
  const target = useTarget(job.target)
  const { fields: fieldWords } = useTargetWords(job.target)
  const [mapping, setMapping] = useState<Mapping>(job.mapping)
  const { act, isBusy } = useJobAct(job.id)
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const change = (part: Partial<Mapping>) => {
    setRefusal(null)
    setMapping((now) => ({ ...now, ...part }))
  }
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)

  async function check() {
    const refused = await act(importCheck, { body: { mapping, version: job.version } })
    if (refused) setRefusal(refused)
  }
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  function choose(field: string, heading: string | null) {
    const { [field]: _, ...columns } = mapping.columns
    // A column means one thing: choosing it here takes it from where it was.
    const rest = Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== heading))
    change({ columns: heading ? { ...rest, [field]: heading } : rest })
  }

  const groups = job.target === 'metrics' ? GROUPS : plainGroups(target)
  const hintOf = (field: string) =>
    field === 'shareUrl' ? words.linkHint : target?.fields.find(({ name }) => name === field)?.hint
  const pickers = (fields: readonly string[]) => (
    <div className={styles.fields}>
      {fields.map((field) => (
        // A missing platform is told where one is chosen for all rows.
        <FieldPicker
          key={field}
          field={field}
          label={fieldWords[field] ?? field}
          hint={hintOf(field)}
          isRequired={isRequired(field, mapping, target)}
          job={job}
          mapping={mapping}
          error={field === 'platform' ? undefined : errorOf(field)}
          onChoose={choose}
        />
      ))}
    </div>
  )

  return (
    <>
      <div ref={form} className={`card ${styles.form}`}>
        <Group name="keys">
          <SavedMappings
            target={job.target}
            mapping={mapping}
            onUse={({ columns, ...rest }) => {
              const known = Object.entries(columns).filter(([, name]) => job.format.header.includes(name))
              setMapping({ ...rest, columns: Object.fromEntries(known) })
              return Object.keys(columns).length - known.length
            }}
          />
          {pickers(groups.keys)}
        </Group>
        {job.target === 'metrics' && (
          <Group name="options">
            <Options job={job} mapping={mapping} errorOf={errorOf} onChange={change} />
          </Group>
        )}
        {target && job.target !== 'metrics' && hasPlainOptions(target, mapping) && (
          <Group name="options">
            <PlainOptions job={job} target={target} mapping={mapping} errorOf={errorOf} onChange={change} />
          </Group>
        )}
        {REST.map(
          (name) =>
            groups[name].length > 0 && (
              <Group key={name} name={name}>
                {pickers(groups[name])}
              </Group>
            ),
        )}
      </div>
      <Preview format={job.format} columns={mapping.columns} fields={fieldWords} />
      <div className={styles.foot}>
        <CancelButton id={job.id} onDone={onLeave} />
        <Button loading={isBusy} onClick={() => void check()}>
          {words.check}
        </Button>
      </div>
    </>
  )
}

/** Fields of a target that every row needs, then the others. */
function plainGroups(target: TargetInfo | undefined): Record<keyof typeof GROUPS, string[]> {
  const named = (isRequired: boolean) =>
    target?.fields.flatMap((field) => (field.isRequired === isRequired ? [field.name] : [])) ?? []
  return { keys: named(true), figures: [], facts: [], others: named(false) }
}

function isRequired(field: string, { columns, statDate, platform }: Mapping, target: TargetInfo | undefined): boolean {
  if (target && target.name !== 'metrics')
    return target.fields.some(
      ({ name, isRequired, as }) => name === field && isRequired && !(as === 'platform' && platform),
    )
  if (field === 'statDate') return !statDate
  return field === 'itemId' ? !columns.shareUrl : field === 'playCount'
}

function Group({ name, children }: { name: keyof typeof GROUPS | 'options'; children: ReactNode }) {
  const { columns: words } = useText(screenText)
  return (
    <section className={styles.group} aria-labelledby={`import-${name}`}>
      <h2 className={styles.groupTitle} id={`import-${name}`}>
        {words[name]}
      </h2>
      {children}
    </section>
  )
}
