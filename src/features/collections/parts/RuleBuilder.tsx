import { DateRange } from '../../../kit/form/dates/DateRange.tsx'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { ActionIcon, Button, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { PLATFORMS } from '../../../core/works.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { MAX_CONDITIONS, RULE_FIELDS, RULE_SORTS, type RuleField } from '../rule.ts'
import { text } from '../text.ts'
import styles from './collections.module.css'
import { type ConditionDraft, newCondition, type RuleDraft } from './ruleDraft.ts'
import { useCollectionOptions } from './useCollections.ts'

interface RuleBuilderProps {
  draft: RuleDraft
  onChange(draft: RuleDraft): void
  limitFault?: string
}

/** Conditions on one level, all or any of them, an order and how many at most. */
export function RuleBuilder({ draft, onChange, limitFault }: RuleBuilderProps) {
  const words = useText(text)
  const { conditions } = draft
  const change = (at: number, next: ConditionDraft) =>
    onChange({ ...draft, conditions: conditions.map((one, index) => (index === at ? next : one)) })
  return (
    <fieldset className={styles.rule}>
      <legend>{words.form.rule}</legend>
      <div className={styles.match}>
        <span>{words.form.match}</span>
        <SegmentedControl
          size="xs"
          aria-label={words.form.match}
          withItemsBorders={false}
          value={draft.match}
          onChange={(match) => onChange({ ...draft, match: match as RuleDraft['match'] })}
          data={[
            { value: 'all', label: words.form.matchAll },
            { value: 'any', label: words.form.matchAny },
          ]}
        />
      </div>
      <ul className={styles.conditions}>
        {conditions.map((condition, at) => (
          <li key={condition.key} className={styles.condition}>
            <NativeSelect
              aria-label={words.form.conditionOf(at + 1)}
              value={condition.field}
              data={RULE_FIELDS.map((field) => ({ value: field, label: words.rule.fields[field] }))}
              onChange={(event) =>
                change(at, { ...newCondition(event.currentTarget.value as RuleField), key: condition.key })
              }
            />
            <Operand condition={condition} onChange={(next) => change(at, next)} />
            <ActionIcon
              aria-label={words.form.removeCondition(at + 1)}
              disabled={conditions.length === 1}
              onClick={() => onChange({ ...draft, conditions: conditions.filter((_, index) => index !== at) })}
            >
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        className={styles.addCondition}
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} stroke={1.8} />}
        disabled={conditions.length >= MAX_CONDITIONS}
        onClick={() => onChange({ ...draft, conditions: [...conditions, newCondition('plays')] })}
      >
        {words.form.addCondition}
      </Button>
      <div className={styles.tail}>
        <NativeSelect
          label={words.form.sort}
          value={draft.sort}
          data={RULE_SORTS.map((sort) => ({ value: sort, label: words.rule.sorts[sort] }))}
          onChange={(event) => onChange({ ...draft, sort: event.currentTarget.value as RuleDraft['sort'] })}
        />
        <TextInput
          label={words.form.limit}
          inputMode="numeric"
          value={draft.limit}
          error={limitFault}
          description={limitFault ? undefined : words.form.limitHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => onChange({ ...draft, limit: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  )
}

function Operand({ condition, onChange }: { condition: ConditionDraft; onChange(next: ConditionDraft): void }) {
  const words = useText(text)
  const { partners, categories } = useCollectionOptions()
  const { field } = condition
  if (field === 'category' || field === 'partner' || field === 'platform') {
    const platforms = PLATFORMS.map((value) => ({ value, label: words.platforms[value] }))
    return (
      <MultiSelect
        className={styles.operand}
        aria-label={words.rule.fields[field]}
        data={field === 'category' ? categories : field === 'partner' ? partners : platforms}
        value={condition.values}
        placeholder={condition.values.length ? undefined : words.rule.choose}
        searchable
        openOnFocus={false}
        maxValues={50}
        onChange={(values) => onChange({ ...condition, values })}
      />
    )
  }
  if (field === 'published') {
    return (
      <div className={styles.days}>
        <DateRange
          from={condition.from}
          to={condition.to}
          ends={{ from: { 'aria-label': words.rule.from }, to: { 'aria-label': words.rule.to } }}
          onChange={(range) => onChange({ ...condition, ...range })}
        />
      </div>
    )
  }
  if (field === 'noRisk') return <span className={styles.operandNote}>{words.rule.noRiskHint}</span>
  const label = { publishedWithin: words.rule.days, plays: words.rule.plays, finishRate: words.rule.percent }[field]
  return (
    <TextInput
      className={styles.operand}
      inputMode="decimal"
      aria-label={label}
      placeholder={label}
      value={condition.typed}
      onChange={(event) => onChange({ ...condition, typed: event.currentTarget.value })}
    />
  )
}
