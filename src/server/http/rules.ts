import type { ErrorObject } from 'ajv'
import { AppError, errors, refuse } from '../../core/errors.ts'
import { defineText, LANGUAGES, type Language } from '../../core/text.ts'

/** What a value must be, in words, for the schema keywords our contracts use. */
const rules = defineText(
  {
    required: '不能为空',
    once: '只能出现一次',
    nul: '不能包含空字符',
    type: (type: string) => `须为${typeNames['zh-CN'][type] ?? type}`,
    minLength: (n: number) => (n === 1 ? '不能为空' : `至少 ${n} 个字符`),
    maxLength: (n: number) => `最多 ${n} 个字符`,
    pattern: (hint: string) => (hint === 'id' ? '不是有效的编号' : hint ? `格式应为 ${hint}` : '格式不正确'),
    choice: (values: string) => `可选值：${values}`,
    minimum: (n: number) => `不能小于 ${n}`,
    maximum: (n: number) => `不能大于 ${n}`,
    minItems: (n: number) => `至少 ${n} 项`,
    maxItems: (n: number) => `最多 ${n} 项`,
    uniqueItems: '不能重复',
    other: '无效',
  },
  {
    required: 'is required',
    once: 'may appear only once',
    nul: 'must not contain a NUL character',
    type: (type: string) => `must be ${typeNames['en-US'][type] ?? type}`,
    minLength: (n: number) => (n === 1 ? 'must not be empty' : `at least ${n} characters`),
    maxLength: (n: number) => `at most ${n} characters`,
    pattern: (hint: string) =>
      hint === 'id' ? 'is not an id' : hint ? `must look like ${hint}` : 'has the wrong form',
    choice: (values: string) => `must be one of ${values}`,
    minimum: (n: number) => `must be at least ${n}`,
    maximum: (n: number) => `must be at most ${n}`,
    minItems: (n: number) => `at least ${n} items`,
    maxItems: (n: number) => `at most ${n} items`,
    uniqueItems: 'must not repeat',
    other: 'is not valid',
  },
)

const typeNames: Record<Language, Record<string, string>> = {
  'zh-CN': {
    string: '文本',
    integer: '整数',
    number: '数字',
    boolean: '是或否',
    object: '对象',
    array: '列表',
    null: '空',
  },
  'en-US': {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
    null: 'empty',
  },
}

type Rules = (typeof rules)[Language]

/** INVALID for a field, with a rule both languages know. */
export function invalid(field: string, rule: (words: Rules) => string): AppError {
  const [zh, en] = LANGUAGES.map((language) => rule(rules[language]))
  const words = errors.INVALID
  const fill = (template: string, text: string) =>
    template.replace('{field}', () => field).replace('{rule}', () => text)
  return new AppError(
    'INVALID',
    { status: words.status, 'zh-CN': fill(words['zh-CN'], zh!), 'en-US': fill(words['en-US'], en!) },
    { field },
  )
}

/** UNKNOWN_FIELD, naming what may be sent instead. */
export const unknownField = (field: string, allowed: string[]): AppError =>
  refuse(errors, 'UNKNOWN_FIELD', { field, params: { field: field.slice(0, 60), allowed: allowed.join(', ') || '–' } })

/** The refusal for what ajv found first. */
export function refusalOf(error: ErrorObject): AppError {
  const { keyword, params, instancePath, parentSchema } = error
  const path = instancePath.slice(1).replaceAll('/', '.')
  if (keyword === 'additionalProperties') {
    const name = [path, params.additionalProperty as string].filter(Boolean).join('.')
    return unknownField(name, Object.keys(parentSchema?.properties ?? {}))
  }
  if (keyword === 'required')
    return invalid([path, params.missingProperty].filter(Boolean).join('.'), (is) => is.required)
  return invalid(path || 'body', (is) => ruleOf(is, error))
}

function ruleOf(is: Rules, { keyword, params, schema, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return is.type(String(params.type))
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return is[keyword](params.limit as number)
    case 'minimum':
    case 'maximum':
      return is[keyword](params.limit as number)
    case 'pattern':
      return is.pattern(String(parentSchema?.description ?? ''))
    case 'enum':
    case 'const':
      return is.choice([schema].flat().join(' | '))
    case 'anyOf': {
      const values = (schema as { const?: unknown }[]).flatMap((one) => ('const' in one ? [one.const] : []))
      return values.length ? is.choice(values.join(' | ')) : is.other
    }
    case 'uniqueItems':
      return is.uniqueItems
    default:
      return is.other
  }
}
