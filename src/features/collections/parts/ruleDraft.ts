import { parseTyped, typedOf } from '../../../kit/list/filterValue.ts'
import type { Condition, Rule, RuleField } from '../rule.ts'
import { MAX_RULE_ITEMS } from '../rule.ts'

/** A condition while it is typed. */
export interface ConditionDraft {
  key: number
  field: RuleField
  values: string[]
  from: string
  to: string
  typed: string
}
export interface RuleDraft {
  match: Rule['match']
  conditions: ConditionDraft[]
  sort: Rule['sort']
  limit: string
}

let lastKey = 0
export const newCondition = (field: RuleField = 'category'): ConditionDraft => ({
  key: ++lastKey,
  field,
  values: [],
  from: '',
  to: '',
  typed: '',
})

export const emptyRule = (): RuleDraft => ({
  match: 'all',
  conditions: [newCondition()],
  sort: 'playCount',
  limit: '1000',
})

export function draftOf(rule: Rule): RuleDraft {
  return {
    match: rule.match,
    sort: rule.sort,
    limit: String(rule.limit),
    conditions: rule.conditions.map(conditionDraft),
  }
}

function conditionDraft(condition: Condition): ConditionDraft {
  const draft = newCondition(condition.field)
  switch (condition.field) {
    case 'category':
    case 'platform':
    case 'partner':
      return { ...draft, values: [...condition.values] }
    case 'published':
      return { ...draft, from: condition.from ?? '', to: condition.to ?? '' }
    case 'publishedWithin':
      return { ...draft, typed: String(condition.days) }
    case 'plays':
      return { ...draft, typed: String(condition.min) }
    case 'finishRate':
      return { ...draft, typed: typedOf('rate', String(condition.min)) }
    case 'noRisk':
      return draft
  }
}

/** Whether two rules say the same, however their fields are ordered. */
export const isSameRule = (one: Rule | null, other: Rule | null): boolean =>
  JSON.stringify(one && ruleOf(draftOf(one))) === JSON.stringify(other && ruleOf(draftOf(other)))

/** The condition that was typed; undefined while it is not complete. */
export function conditionOf({ field, values, from, to, typed }: ConditionDraft): Condition | undefined {
  switch (field) {
    case 'category':
    case 'partner':
      return values.length ? { field, values } : undefined
    case 'platform':
      return values.length ? ({ field, values } as Condition) : undefined
    case 'published':
      return (from || to) && !(from && to && from > to) ? { field, from: from || null, to: to || null } : undefined
    case 'publishedWithin': {
      const days = parseTyped('count', typed)
      return days !== undefined && days >= 1 && days <= 366 ? { field, days } : undefined
    }
    case 'plays': {
      const min = parseTyped('count', typed)
      return min !== undefined && min >= 0 ? { field, min } : undefined
    }
    case 'finishRate': {
      const min = parseTyped('rate', typed)
      return min !== undefined && min >= 0 && min <= 1_000_000 ? { field, min } : undefined
    }
    case 'noRisk':
      return { field }
  }
}

export function limitOf(typed: string): number | undefined {
  const limit = parseTyped('count', typed)
  return limit !== undefined && limit >= 1 && limit <= MAX_RULE_ITEMS ? limit : undefined
}

/** The rule that was typed; undefined while it is not complete. */
export function ruleOf({ match, conditions, sort, limit }: RuleDraft): Rule | undefined {
  const complete = conditions.flatMap((draft) => conditionOf(draft) ?? [])
  const most = limitOf(limit)
  if (complete.length === 0 || complete.length < conditions.length || !most) return undefined
  return { match, conditions: complete, sort, limit: most }
}
