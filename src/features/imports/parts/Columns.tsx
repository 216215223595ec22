import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CallError, useText } from '../../../kit/hooks/app.ts'
import { type Field, type ImportJob, importCheck, type Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { CancelButton } from './CancelButton.tsx'
import { FieldPicker } from './FieldPicker.tsx'
import styles from './imports.module.css'
import { Options } from './Options.tsx'
import { Preview } from './Preview.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useJobAct } from './useJob.ts'

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
} as const satisfies Record<string, readonly Field[]>

/** What the columns of a file mean: guessed, shown beside the file's own rows, open to change. */
export function Columns({ job, onLeave }: { job: ImportJob; onLeave(): void }) {
  const { columns: words } = useText(screenText)
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

  function choose(field: Field, heading: string | null) {
    const { [field]: _, ...columns } = mapping.columns
    // A column means one thing: choosing it here takes it from where it was.
    const rest = Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== heading))
    change({ columns: heading ? { ...rest, [field]: heading } : rest })
  }

  const pickers = (group: keyof typeof GROUPS) => (
    <div className={styles.fields}>
      {GROUPS[group].map((field) => (
        // A missing platform is told where one is chosen for all rows.
        <FieldPicker
          key={field}
          field={field}
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
            mapping={mapping}
            onUse={({ columns, ...rest }) => {
              const known = Object.entries(columns).filter(([, name]) => job.format.header.includes(name))
              setMapping({ ...rest, columns: Object.fromEntries(known) })
              return Object.keys(columns).length - known.length
            }}
          />
          {pickers('keys')}
        </Group>
        <Group name="options">
          <Options job={job} mapping={mapping} errorOf={errorOf} onChange={change} />
        </Group>
        <Group name="figures">{pickers('figures')}</Group>
        <Group name="facts">{pickers('facts')}</Group>
      </div>
      <Preview format={job.format} columns={mapping.columns} />
      <div className={styles.foot}>
        <CancelButton id={job.id} onDone={onLeave} />
        <Button loading={isBusy} onClick={() => void check()}>
          {words.check}
        </Button>
      </div>
    </>
  )
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
