import { describe, expect, it } from 'vitest'
import { CpmParams, SplitParams } from '../../../core/settlement/params.ts'
import { cpmPlan, splitPlan } from '../example.ts'
import { draftOf, FIELDS, GROUPS, read } from './fields.ts'
import { text } from './text.ts'

const TODAY = '2026-11-20'
const words = text['zh-CN']
interface Bounds {
  minimum?: number
  maximum?: number
  anyOf?: Bounds[]
}

describe('parameters as people type them', () => {
  it.each([
    ['wl', splitPlan, SplitParams],
    ['sm4', cpmPlan, CpmParams],
  ] as const)(
    '%s: what is shown reads back as it was, every parameter once, bounds those of the schema',
    (product, plan, schema) => {
      expect(read(product, draftOf(plan, '2026-12-01', ''), TODAY, words)).toEqual({ params: plan })
      expect(GROUPS[product].flatMap(({ fields }) => fields).sort()).toEqual(Object.keys(schema.properties).sort())
      for (const [name, field] of Object.entries(FIELDS)) {
        const own = (schema.properties as Record<string, Bounds>)[name]
        if (!own || field.kind !== 'number') continue
        const { minimum, maximum } = own.anyOf?.[0] ?? own
        expect([name, field.least, field.most]).toEqual([name, minimum, maximum])
      }
    },
  )

  it('says at each field what is wrong with it', () => {
    const draft = draftOf(cpmPlan, TODAY, '')
    const found = read(
      'sm4',
      {
        ...draft,
        values: {
          ...draft.values,
          buildDay: '31',
          capPerVideoFen: '12.345',
          finalDays: '',
          taxRatePpm: '6',
          taxMode: 'none',
        },
        tiers: [
          ['10', '0.8'],
          ['10', '0.00001'],
        ],
        quality: [['0', '']],
      },
      TODAY,
      words,
    )
    expect(found).toEqual({
      faults: {
        'tiers.0.0': words.faults.firstTier,
        'tiers.1.0': words.faults.rising,
        'tiers.1.1': words.faults.notNumber,
        capPerVideoFen: words.faults.notNumber,
        'quality.0.1': words.faults.required,
        finalDays: words.faults.required,
        buildDay: words.faults.range('1', '28'),
        taxRatePpm: words.faults.noTax,
        validFrom: words.faults.future,
      },
    })
  })
})
