import { PLATFORMS } from '../../core/works.ts'
import { LABELS, SEVERITIES } from './contract.ts'

/** A signal as a machine sends it, after reading. */
export interface MachineSignal {
  platform: string
  itemId: string
  kind: string
  label: string
  severity: string
  suggestion: string | null
  score: number | null
  evidence: object[]
}

const KINDS = ['machine', 'platform', 'copyright']
const SUGGESTIONS = ['pass', 'review', 'block']
const FORMS = ['image', 'ocr', 'asr', 'audio', 'figures']
const MAX_EVIDENCE = 50
const MAX_TEXT = 500

const isOneOf = (values: readonly string[], value: unknown): value is string =>
  typeof value === 'string' && values.includes(value)
const isNumber = (value: unknown, max: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max

/** One row of a batch, or the name of the field that is wrong. */
export function readSignal(row: unknown): MachineSignal | { fault: string } {
  if (typeof row !== 'object' || row === null) return { fault: 'row' }
  const {
    platform,
    platformItemId,
    kind = 'machine',
    label,
    severity,
    suggestion,
    score,
    evidence = [],
  } = row as Record<string, unknown>
  if (!isOneOf(PLATFORMS, platform)) return { fault: 'platform' }
  // A number would have lost its last digits on the way.
  if (typeof platformItemId !== 'string' || !/^[\w-]{1,64}$/.test(platformItemId)) return { fault: 'platformItemId' }
  if (!isOneOf(KINDS, kind)) return { fault: 'kind' }
  if (!isOneOf(LABELS, label)) return { fault: 'label' }
  if (!isOneOf(SEVERITIES, severity)) return { fault: 'severity' }
  if (suggestion != null && !isOneOf(SUGGESTIONS, suggestion)) return { fault: 'suggestion' }
  if (score != null && !isNumber(score, 100)) return { fault: 'score' }
  if (!Array.isArray(evidence) || evidence.length > MAX_EVIDENCE) return { fault: 'evidence' }
  const read = evidence.map(readEvidence)
  if (read.includes(undefined)) return { fault: 'evidence' }
  return {
    platform,
    itemId: platformItemId,
    kind,
    label,
    severity,
    suggestion: suggestion ?? null,
    score: score ?? null,
    evidence: read as object[],
  }
}

function readEvidence(one: unknown): object | undefined {
  if (typeof one !== 'object' || one === null) return undefined
  const { startMs = null, endMs = null, form, text, score = null } = one as Record<string, unknown>
  const isTime = (value: unknown) => value === null || isNumber(value, 86_400_000)
  const isWhole =
    isTime(startMs) &&
    isTime(endMs) &&
    isOneOf(FORMS, form) &&
    typeof text === 'string' &&
    text.length <= MAX_TEXT &&
    !text.includes('\u0000') &&
    (score === null || isNumber(score, 100))
  return isWhole ? { startMs, endMs, form, text, score } : undefined
}
