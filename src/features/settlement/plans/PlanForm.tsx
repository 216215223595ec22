import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { SettlementProduct } from '../../../core/access.ts'
import type { Reply } from '../../../core/contract.ts'
import { addDays, dayOf } from '../../../core/time.ts'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { rate } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useStored } from '../../../kit/hooks/useStored.ts'
import { planChange, planCreate, type planDetail, planPropose, type planStart } from '../contract/plans.ts'
import { Field } from './Field.tsx'
import { type Draft, draftOf, type Faults, GROUPS, read } from './fields.ts'
import styles from './plans.module.css'
import { Rows } from './Rows.tsx'
import { text } from './text.ts'
import { useRefreshPlans } from './usePlans.ts'

interface PlanFormProps {
  product: SettlementProduct
  start: Reply<typeof planStart>
  /** A draft that is there already; without it a new version is begun. */
  changed: Reply<typeof planDetail> | undefined
}

/** The cards of a product's parameters; what was typed is kept until it is saved. */
export function PlanForm({ product, start, changed }: PlanFormProps) {
  const { call, go, notify, session } = useApp()
  const words = useText(text)
  const refresh = useRefreshPlans()
  const today = dayOf(Date.now())
  const fresh = changed
    ? draftOf(changed.params, changed.plan.validFrom, changed.plan.note ?? '')
    : draftOf(start.params, start.validFrom, '')
  // A version that was changed by someone else since is not overwritten by what was kept.
  const of = changed ? `${changed.plan.id}:${changed.plan.version}` : product
  const [stored, store] = useStored(`plan-draft:${session?.accessKey ?? ''}:${of}`)
  const [draft, setDraft] = useState<Draft>(() => readDraft(stored) ?? fresh)
  const [wasRestored, setRestored] = useState(stored !== null)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState<'save' | 'propose' | null>(null)

  const change = (part: Partial<Draft>, name: string) => {
    const next = { ...draft, ...part }
    setDraft(next)
    store(JSON.stringify(next))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !key.startsWith(name))))
  }
  const reset = () => {
    store(null)
    setDraft(fresh)
    setFaults({})
    setRestored(false)
  }
  /** Saves what is typed and gives the version that holds it. */
  const save = async (): Promise<{ id: string; version: number } | undefined> => {
    const found = read(product, draft, today, words)
    if ('faults' in found) {
      setFaults(found.faults)
      return undefined
    }
    const body = { params: found.params, validFrom: draft.validFrom, note: draft.note.trim() }
    const key = { idempotencyKey: crypto.randomUUID() }
    if (!changed) return call(planCreate, { body: { ...body, product } }, key)
    const { id, version } = changed.plan
    return { id, ...(await call(planChange, { params: { id }, body: { ...body, version } }, key)) }
  }
  const send = async (how: 'save' | 'propose') => {
    setBusy(how)
    try {
      const saved = await save()
      if (!saved) return
      store(null)
      const { id, version } = saved
      try {
        if (how === 'propose')
          await call(planPropose, { params: { id }, body: { version } }, { idempotencyKey: crypto.randomUUID() })
        notify(how === 'save' ? words.saved : words.proposed, 'success')
      } finally {
        // The draft is saved, whether or not it could be submitted: there it goes on.
        await refresh()
        go('/profile/basic', { plan: id, product })
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.field) setFaults({ [error.field]: error.message })
    } finally {
      setBusy(null)
    }
  }
  const count = Object.keys(faults).length
  return (
    <form
      noValidate
      aria-label={words.formTitle}
      onSubmit={(event) => {
        event.preventDefault()
        void send('propose')
      }}
    >
      {wasRestored && (
        <p className={styles.notice} role="status">
          {words.restored}
          <button type="button" onClick={reset}>
            {words.discard}
          </button>
        </p>
      )}
      <div className={styles.cards}>
        {GROUPS[product].map(({ name: group, fields }) => (
          <section key={group} className={`card ${styles.group}`} aria-labelledby={`plan-${group}`}>
            <h2 id={`plan-${group}`}>{words.groups[group]}</h2>
            {group === 'quality' && start.finish && (
              <p className={styles.hint}>
                {words.finish(rate(start.finish.p20), rate(start.finish.p50), rate(start.finish.p80))}
              </p>
            )}
            {fields.map((name) =>
              name === 'tiers' || name === 'quality' ? (
                <Rows
                  key={name}
                  name={name}
                  rows={draft[name]}
                  faults={faults}
                  least={name === 'tiers' ? 1 : 0}
                  onChange={(rows) => change({ [name]: rows }, name)}
                />
              ) : null,
            )}
            <div className={styles.fields}>
              {fields.map((name) =>
                name === 'tiers' || name === 'quality' ? null : (
                  <Field
                    key={name}
                    name={name}
                    value={draft.values[name] ?? ''}
                    fault={faults[name]}
                    onChange={(value) => change({ values: { ...draft.values, [name]: value } }, name)}
                  />
                ),
              )}
            </div>
          </section>
        ))}
        <section className={`card ${styles.group}`} aria-labelledby="plan-description">
          <h2 id="plan-description">{words.groups.description}</h2>
          <div className={styles.fields}>
            <DateField
              label={words.validFrom}
              withAsterisk
              min={addDays(today, 1)}
              value={draft.validFrom}
              error={faults.validFrom}
              description={faults.validFrom ? undefined : words.validFromHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              onChange={(validFrom) => change({ validFrom }, 'validFrom')}
            />
            <Textarea
              className={styles.wide}
              label={words.note}
              placeholder={words.noteHint}
              maxLength={200}
              rows={3}
              value={draft.note}
              onChange={(event) => change({ note: event.currentTarget.value }, 'note')}
            />
          </div>
        </section>
      </div>
      <div className={styles.foot}>
        {count > 0 && (
          <span className={styles.fault} role="alert">
            {words.faults.fix(count)}
          </span>
        )}
        <Button variant="default" onClick={reset} disabled={!!busy}>
          {words.reset}
        </Button>
        <Button
          variant="default"
          loading={busy === 'save'}
          disabled={busy === 'propose'}
          onClick={() => void send('save')}
        >
          {words.save}
        </Button>
        <Button type="submit" loading={busy === 'propose'} disabled={busy === 'save'}>
          {words.propose}
        </Button>
      </div>
    </form>
  )
}

/** What was kept and cannot be read any more is none. */
function readDraft(stored: string | null): Draft | undefined {
  try {
    const kept = JSON.parse(stored ?? 'null')
    return kept?.values && Array.isArray(kept.tiers) && Array.isArray(kept.quality) ? kept : undefined
  } catch {
    return undefined
  }
}
