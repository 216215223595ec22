import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { clockOf } from '../../../core/time.ts'
import { MISSING } from '../../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { RowActions } from '../../../kit/list/RowActions.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import type { Tone } from '../../../kit/list/types.ts'
import { RULES, type Rule, type RuleCode, ruleMute } from '../contract.ts'
import { ruleFigure, ruleText } from '../ruleText.ts'
import { text } from '../text.ts'
import styles from './monitor.module.css'
import { Panel } from './Panel.tsx'
import { RuleForm } from './RuleForm.tsx'
import { KEY } from './useMonitor.ts'

// Read when something is wrong, not each time the page is opened.
const Runbook = lazy(() => import('./Runbook.tsx'))

type State = 'firing' | 'quiet' | 'off' | 'muted' | 'unknown'
const TONES: Record<State, Tone> = { firing: 'red', quiet: 'green', off: 'grey', muted: 'orange', unknown: 'grey' }

const stateOf = ({ enabled, firingSince, mutedUntil, value }: Rule, at: string): State => {
  if (!enabled) return 'off'
  if (mutedUntil && Date.parse(mutedUntil) > Date.parse(at)) return 'muted'
  if (firingSince) return 'firing'
  return value === null ? 'unknown' : 'quiet'
}

const clock = (instant: string): string => clockOf(instant).slice(11)

/** What is watched, what fires, and the two things one does about it. */
export function Rules({ rules, at }: { rules: readonly Rule[]; at: string }) {
  const { call, language } = useApp()
  const words = useText(text)
  const { names } = useText(ruleText)
  const mayWrite = useMay('monitor.write')
  const client = useQueryClient()
  const { search, setSearch } = usePage()
  const [edited, setEdited] = useState<Rule | null>(null)
  const fires = (rule: Rule) => stateOf(rule, at) === 'firing'
  const firing = rules.filter(fires).length
  const sorted = [...rules].sort((a, b) => Number(fires(b)) - Number(fires(a)))
  // A todo of a rule leads to its runbook.
  const read = RULES.find((code) => code === search.runbook) ?? null
  const setRead = (code: RuleCode | null) => {
    const { runbook: _, ...rest } = search
    setSearch(code ? { ...rest, runbook: code } : rest, { replace: true })
  }
  const renew = () => client.invalidateQueries({ queryKey: KEY })
  const mute = async ({ code, version }: Rule, isMuted: boolean) => {
    // A refusal (somebody else was quicker) is shown by the call; the list is asked for anew either way.
    await call(ruleMute, { params: { id: code }, body: { isMuted, version } }).catch(() => {})
    await renew()
  }
  return (
    <Panel
      title={words.rules}
      tools={<Status tone={firing > 0 ? 'red' : 'green'}>{firing > 0 ? words.firing(firing) : words.quiet}</Status>}
    >
      <ul className={styles.rules}>
        {sorted.map((rule) => {
          const [name, what] = names[rule.code]
          const state = stateOf(rule, at)
          return (
            <li key={rule.code}>
              <div className={styles.ruleHead}>
                <span title={what}>{name}</span>
                <b className="tabular">{rule.value === null ? MISSING : ruleFigure(language, rule.code, rule.value)}</b>
              </div>
              <div className={styles.ruleFoot}>
                <Status tone={TONES[state]}>{words.ruleStates[state]}</Status>
                <span className={styles.soft}>
                  {state === 'muted'
                    ? words.mutedUntil(clock(rule.mutedUntil!))
                    : words.threshold(ruleFigure(language, rule.code, rule.threshold))}
                  {state === 'firing' && ` · ${words.since(clock(rule.firingSince!))}`}
                </span>
                <span className={styles.ruleActions}>
                  <RowActions
                    name={name}
                    actions={[
                      ...(mayWrite ? [{ label: words.edit, run: () => setEdited(rule) }] : []),
                      { label: words.runbook, run: () => setRead(rule.code) },
                      ...(mayWrite && rule.enabled
                        ? [
                            state === 'muted'
                              ? { label: words.unmute, run: () => void mute(rule, false) }
                              : { label: words.mute, run: () => void mute(rule, true) },
                          ]
                        : []),
                    ]}
                  />
                </span>
              </div>
            </li>
          )
        })}
      </ul>
      {read && (
        <Suspense>
          <Runbook code={read} onClose={() => setRead(null)} />
        </Suspense>
      )}
      {edited && <RuleForm rule={edited} onDone={() => void renew()} onClose={() => setEdited(null)} />}
    </Panel>
  )
}
