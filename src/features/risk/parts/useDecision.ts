import { useEffect, useState } from 'react'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { EFFECTS, type Effect } from '../contract.ts'
import { screenText } from '../screenText.ts'
import type { Options } from './useRisk.ts'

export interface DecisionForm {
  effects: Effect[]
  policyCode: string | null
  reasonZh: string
  reasonEn: string
  banScope: 'creator' | 'partner' | null
  banDays: number | null
  note: string
}
export type Faults = Partial<Record<'effects' | 'policyCode' | 'reasonZh' | 'reasonEn' | 'banScope', string>>

/** Policies that speak about a label; those for any label last. */
export const policiesFor = (options: Options | undefined, label: string | null) =>
  options?.policies.filter(({ labels }) => labels.length === 0 || (label !== null && labels.includes(label))) ?? []

/**
 * A decision while it is made: measures by toggle, the reason from the policy until somebody writes their own, and what is
 * still missing. `label` null: for cases of several labels.
 */
export function useDecision(options: Options | undefined, label: string | null) {
  const words = useText(screenText)
  const { language } = useApp()
  const policies = policiesFor(options, label)
  const first = policies[0]
  const [form, setForm] = useState<DecisionForm>(EMPTY)
  const [isEdited, setEdited] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  useEffect(() => {
    if (first && form.policyCode === null)
      setForm((old) => ({ ...old, policyCode: first.code, ...(isEdited ? {} : reasonsOf(first)) }))
  }, [first, form.policyCode, isEdited])
  const reasonsNow = (effects: Effect[], code: string | null) => {
    const policy = policies.find((one) => one.code === code)
    if (effects.includes('none')) return { reasonZh: words.noneReasonZh, reasonEn: words.noneReasonEn }
    return policy ? reasonsOf(policy) : {}
  }
  const change = (part: Partial<DecisionForm>) => {
    setFaults({})
    setForm((old) => {
      const next = { ...old, ...part }
      return isEdited ? next : { ...next, ...reasonsNow(next.effects, next.policyCode) }
    })
  }
  return {
    form,
    faults,
    policies,
    setFaults,
    toggle(effect: Effect) {
      const has = form.effects.includes(effect)
      const others = effect === 'none' ? [] : form.effects.filter((one) => one !== 'none' && one !== effect)
      const next = has ? form.effects.filter((one) => one !== effect) : [...others, effect]
      change({ effects: EFFECTS.filter((one) => next.includes(one)) })
    },
    takeDefaults() {
      const policy = policies.find((one) => one.code === form.policyCode)
      if (policy) change({ effects: EFFECTS.filter((one) => policy.defaultEffects.includes(one)) })
    },
    choosePolicy: (policyCode: string | null) => change({ policyCode }),
    write(part: Partial<Pick<DecisionForm, 'reasonZh' | 'reasonEn'>>) {
      setEdited(true)
      setFaults({})
      setForm((old) => ({ ...old, ...part }))
    },
    set: (part: Partial<DecisionForm>) => {
      setFaults({})
      setForm((old) => ({ ...old, ...part }))
    },
    /** The request's body, or undefined after saying what is missing. */
    check() {
      const missing: Faults = {}
      const isNone = form.effects.includes('none')
      if (form.effects.length === 0) missing.effects = words.effectsRequired
      else if (!isNone && !form.policyCode) missing.policyCode = words.policyRequired
      else if (form.effects.includes('ban') && !form.banScope) missing.banScope = words.scopeRequired
      const isShort = (said: string) => [...said.trim()].length < 2
      if (isShort(form.reasonZh)) missing.reasonZh = words.textRequired
      if (isShort(form.reasonEn)) missing.reasonEn = words.textRequired
      setFaults(missing)
      if (Object.keys(missing).length > 0) return undefined
      return {
        effects: form.effects,
        policyCode: isNone ? null : form.policyCode,
        reasonZh: form.reasonZh,
        reasonEn: form.reasonEn,
        ...(form.effects.includes('ban') && { banScope: form.banScope!, banDays: form.banDays }),
        ...(form.note.trim() && { note: form.note.trim() }),
      }
    },
    language,
  }
}

const EMPTY: DecisionForm = {
  effects: [],
  policyCode: null,
  reasonZh: '',
  reasonEn: '',
  banScope: null,
  banDays: null,
  note: '',
}
const reasonsOf = ({ reasonZh, reasonEn }: { reasonZh: string; reasonEn: string }) => ({ reasonZh, reasonEn })
