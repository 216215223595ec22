import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { type Field, type ImportJob, importCancel, importCheck, type Mapping } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { FieldPicker } from './FieldPicker.tsx'
import styles from './imports.module.css'
import { Options } from './Options.tsx'
import { Preview } from './Preview.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useJobAct } from './useJob.ts'

const GROUPS = {
  keys: ['itemId', 'statDate', 'playCount', 'platform', 'shareUrl'],
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
  const change = (part: Partial<Mapping>) => setMapping((now) => ({ ...now, ...part }))

  function choose(field: Field, heading: string | null) {
    const { [field]: _, ...columns } = mapping.columns
    // A column means one thing: choosing it here takes it from where it was.
    const rest = Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== heading))
    change({ columns: heading ? { ...rest, [field]: heading } : rest })
  }
  async function cancel() {
    const isSure = await confirm({
      title: words.cancelQuestion,
      body: words.cancelBody,
      confirm: words.cancel,
      isDanger: true,
    })
    if (isSure && (await act(importCancel, {}))) onLeave()
  }

  return (
    <>
      <div className={`card ${styles.form}`}>
        {(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((group) => (
          <section key={group} className={styles.group} aria-labelledby={`import-${group}`}>
            <h2 className={styles.groupTitle} id={`import-${group}`}>
              {words[group]}
            </h2>
            {group === 'keys' && (
              <SavedMappings
                mapping={mapping}
                onUse={({ columns, ...rest }) => {
                  const known = Object.entries(columns).filter(([, name]) => job.format.header.includes(name))
                  setMapping({ ...rest, columns: Object.fromEntries(known) })
                  return Object.keys(columns).length - known.length
                }}
              />
            )}
            <div className={styles.fields}>
              {GROUPS[group].map((field) => (
                <FieldPicker key={field} field={field} job={job} mapping={mapping} onChoose={choose} />
              ))}
            </div>
          </section>
        ))}
        <section className={styles.group} aria-labelledby="import-options">
          <h2 className={styles.groupTitle} id="import-options">
            {words.options}
          </h2>
          <Options job={job} mapping={mapping} onChange={change} />
        </section>
      </div>
      <Preview format={job.format} columns={mapping.columns} />
      <div className={styles.foot}>
        <Button variant="subtle" color="gray" onClick={() => void cancel()}>
          {words.cancel}
        </Button>
        <Button loading={isBusy} onClick={() => void act(importCheck, { body: { mapping, version: job.version } })}>
          {words.check}
        </Button>
      </div>
    </>
  )
}
