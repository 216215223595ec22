import type { Permission } from '../../core/access.ts'
import { may } from '../../core/can.ts'
import { errors as common, refuse } from '../../core/errors.ts'
import {
  IMPORT_TARGETS,
  type ImportTarget,
  type ImportTargetName,
  type ImportTargetText,
} from '../../core/importing.ts'
import type { Session } from '../../core/session.ts'
import { LANGUAGES, type Language } from '../../core/text.ts'
import type { Feature } from '../../core/verb.ts'
import type { TargetInfo } from './contract.ts'
import { MAX_ROWS } from './contract.ts'
import type { PlainField } from './read/plain.ts'
import { normalise } from './read/words.ts'
import { targetWords } from './text.ts'

/** Everything that can be brought in: metrics, which this room reads itself, and what the rooms declare. */
export interface Register {
  /** A room's target; undefined for metrics. */
  find(name: ImportTargetName): ImportTarget | undefined
  maxRows(name: ImportTargetName): number
  permits(session: Pick<Session, 'accessRoles' | 'accessKey' | 'accessState'>, name: ImportTargetName): boolean
  /** What a session may bring in, in the order it is offered. */
  permitted(session: Parameters<Register['permits']>[0]): ImportTargetName[]
  /** What a reader needs to know of each, in a language. */
  describe(name: ImportTargetName, language: Language): TargetInfo
}

export function registerOf(features: readonly Feature[]): Register {
  const targets = new Map(features.flatMap(({ imports = [] }) => imports.map((target) => [target.name, target])))
  const permissionOf = (name: ImportTargetName): Permission | undefined =>
    name === 'metrics' ? 'imports.metrics' : targets.get(name)?.permission
  const permits: Register['permits'] = (session, name) => {
    const permission = permissionOf(name)
    return permission !== undefined && may(session, permission)
  }
  const maxRows = (name: ImportTargetName) => targets.get(name)?.maxRows ?? MAX_ROWS
  return {
    find: (name) => targets.get(name),
    maxRows,
    permits,
    permitted: (session) => IMPORT_TARGETS.filter((name) => permits(session, name)),
    describe(name, language) {
      const target = targets.get(name)
      const words: ImportTargetText = target?.text[language] ?? targetWords[language]
      return {
        name,
        note: words.note,
        maxRows: maxRows(name),
        page: target?.page ?? '/dashboard/data',
        see: words.see,
        fields: (target?.fields ?? []).map((field) => ({
          name: field.name,
          label: words.fields[field.name]!,
          hint: words.hints[field.name] ?? null,
          as: field.reading.as,
          isRequired: field.isRequired ?? false,
        })),
        reasons: words.reasons,
        notes: words.notes,
      }
    },
  }
}

/** Throws FORBIDDEN for what the session may not bring in. */
export function ensurePermitted(register: Register, session: Session, name: ImportTargetName): void {
  if (!register.permits(session, name)) throw refuse(common, 'FORBIDDEN')
}

/** A target's fields as the reading thread takes them: with their own words and names among the headings. */
export const plainFields = ({ fields, text }: ImportTarget): PlainField[] =>
  fields.map(({ name, reading, isRequired = false, aliases = [] }) => ({
    name,
    reading,
    isRequired,
    headings: [...LANGUAGES.map((language) => text[language].fields[name]!), name, ...aliases].map(normalise),
  }))
