import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Reply } from '../../core/contract.ts'
import { dayOf } from '../../core/time.ts'
import { CallError, useApp, useText } from '../../kit/hooks/app.ts'
import { usePage } from '../../kit/hooks/page.ts'
import { useStored } from '../../kit/hooks/useStored.ts'
import { PageHead } from '../../kit/layout/PageHead.tsx'
import { campaignCreate, type Terms } from './contract.ts'
import { type Draft, emptyDraft, type Faults, faultsOf, termsOf } from './draft.ts'
import styles from './parts/campaign.module.css'
import { Done } from './parts/Done.tsx'
import { Review } from './parts/Review.tsx'
import { SourceStep } from './parts/Source.tsx'
import { Steps } from './parts/Steps.tsx'
import { TermsStep } from './parts/TermsStep.tsx'
import { givenBy, useChosen, usePreview } from './parts/useCampaign.ts'
import { text } from './text.ts'

/** The wizard "create distribution campaign": what, to whom and how, review. What was typed is kept until it is sent. */
export default function CampaignScreen() {
  const { call, go, session } = useApp()
  const words = useText(text)
  const page = usePage()
  const today = dayOf(Date.now())
  const fresh = () => emptyDraft(today, words.terms.defaultName(today))
  const [stored, store] = useStored(`campaign-draft:${session?.accessKey ?? ''}`)
  const [draft, setDraft] = useState<Draft>(() => ({ ...fresh(), ...readDraft(stored) }))
  const [wasRestored, setRestored] = useState(stored !== null)
  const [step, setStep] = useState(0)
  const [sourceFault, setSourceFault] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<{ answer: Reply<typeof campaignCreate>; terms: Terms; at: string } | null>(null)
  const given = givenBy(page.search)
  const givenKey = JSON.stringify(given?.source ?? null)
  const [startedWith, setStartedWith] = useState(givenKey)
  if (givenKey !== startedWith) {
    // A kept tab was asked for other videos: a new campaign begins.
    setStartedWith(givenKey)
    setMade(null)
    setStep(0)
    setRefusal(null)
  }
  const chosen = useChosen(draft, given)
  const preview = usePreview(draft, chosen.source, step === 2 && !made)

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    store(JSON.stringify(next))
    setSourceFault('')
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }
  const startOver = () => {
    store(null)
    setDraft(fresh())
    setRestored(false)
    setMade(null)
    setStep(0)
    setFaults({})
    setRefusal(null)
    page.setSearch({ videos: '', selection: '', count: '' })
  }
  const goOn = () => {
    setRefusal(null)
    if (step === 0) {
      if (!chosen.source || !chosen.count) {
        if (!chosen.isCounting) setSourceFault(words.source.required)
        return
      }
    } else {
      const found = faultsOf(draft, today, words.terms)
      setFaults(found)
      if (Object.keys(found).length > 0) return
    }
    setRestored(false)
    setStep(step + 1)
  }
  const send = async () => {
    const terms = termsOf(draft)
    setBusy(true)
    setRefusal(null)
    try {
      const body = { source: chosen.source!, terms }
      const answer = await call(campaignCreate, { body }, { idempotencyKey: crypto.randomUUID(), quiet: true })
      store(null)
      setMade({ answer, terms, at: new Date().toISOString() })
      setStep(3)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error)
      void preview.refetch()
    } finally {
      setBusy(false)
    }
  }
  const rows = preview.data?.rows ?? 0
  return (
    <>
      <PageHead title={words.title} note={words.note} />
      <div className={`card ${styles.sheet}`}>
        <div className={styles.inner}>
          <Steps at={step} />
          {wasRestored && step === 0 && (
            <p className={styles.notice} role="status">
              {words.restored}
              <button type="button" onClick={startOver}>
                {words.discard}
              </button>
            </p>
          )}
          {step === 0 && (
            <SourceStep
              draft={draft}
              change={change}
              given={given}
              dropGiven={() => page.setSearch({ videos: '', selection: '', count: '' })}
              chosen={chosen}
              fault={sourceFault}
            />
          )}
          {step === 1 && <TermsStep draft={draft} change={change} faults={faults} />}
          {step === 2 && <Review preview={preview.data} error={preview.error} onRetry={() => void preview.refetch()} />}
          {step === 3 && made && <Done made={made.answer} terms={made.terms} at={made.at} onAgain={startOver} />}
          {refusal && (
            <p className={styles.refused} role="alert">
              {refusal.message}
              {refusal.requestId && (
                <button
                  type="button"
                  onClick={() =>
                    go('/result/error', { of: 'campaign', reason: refusal.reason, requestId: refusal.requestId! })
                  }
                >
                  {words.whyRefused}
                </button>
              )}
            </p>
          )}
          {step < 3 && (
            <div className={styles.answers}>
              {step > 0 && (
                <Button variant="default" onClick={() => setStep(step - 1)} disabled={isBusy}>
                  {words.previous}
                </Button>
              )}
              {step < 2 ? (
                <Button onClick={goOn}>{words.next}</Button>
              ) : (
                <Button onClick={() => void send()} loading={isBusy} disabled={rows === 0}>
                  {words.send(rows)}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** A draft that cannot be read any more is none. */
function readDraft(stored: string | null): Partial<Draft> {
  try {
    const read: unknown = JSON.parse(stored ?? '{}')
    return typeof read === 'object' && read !== null ? read : {}
  } catch {
    return {}
  }
}
