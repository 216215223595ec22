import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ACTIONS, ENTITIES } from './actions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .filter((code) => /\baudit|AuditEntry|note\(/.test(code))
const all = sources.join('\n')

/** Names written out: where an entry says them, and where a helper is told. */
const literal = [
  ...all.matchAll(/\baction:[^,}\n]*?'([a-z]\w*(?:\.\w+)+)'/gi),
  ...all.matchAll(/\baction:[^,}\n]*\?[^,}\n]*?'([a-z]\w*(?:\.\w+)+)'[^,}\n]*$/gim),
  ...all.matchAll(/\b(?:audit|note|auditMove)\([^'\n]*'([a-z]\w*(?:\.\w+)+)'/gi),
].map(([, name]) => name!)
/** Names put together: `risk.${action}`. */
const composed = [...all.matchAll(/\baction: `([\w.]+\.)\$\{/g)].map(([, prefix]) => prefix!)
const entities = [...all.matchAll(/\bentity: '(\w+)'/g)].map(([, name]) => name!)

describe('words of the audit log', () => {
  it('stand for every action and every kind of row the code writes', () => {
    expect(literal.length).toBeGreaterThan(60)
    expect([...new Set(literal)].filter((name) => !(name in ACTIONS))).toEqual([])
    expect([...new Set(entities)].filter((name) => !(name in ENTITIES))).toEqual([])
  })

  it('stand for what is put together of a flow and its actions or states', async () => {
    const flows: Record<string, string[]> = {
      'certification.': ['pass', 'reject', 'withdraw'],
      'risk.': Object.keys((await import('../risk/flow.ts')).riskFlow.actions),
      'distribution.': Object.keys((await import('../distribution/flow.ts')).flow.actions).filter(
        // Undoing a recall is one action, whichever state it leads back to.
        (name) => !/^restore./.test(name),
      ),
      'recommendation.suggestion.': ['accepted', 'dismissed'],
      'recommendation.claim.': (await import('../recommend/flow.ts')).claimFlow.states.filter((at) => at !== 'claimed'),
      'export.': ['cancel', 'retry'],
      'collection.': ['online', 'offline'],
      'config.': ['set', 'reset', 'restore'],
      'article.': Object.keys((await import('../articles/flow.ts')).articleFlow.actions),
      'statement.': [
        ...Object.keys((await import('../settlement/statementFlow.ts')).statementFlow.actions),
        ...['hold', 'release'],
      ],
      'couponCode.': ['activate', 'pause', 'disable'],
      'adjustment.': ['proposed', 'approved', 'rejected', 'withdrawn'],
      'rate.': ['approved', 'rejected', 'withdrawn'],
    }
    const names = [...new Set(composed)].flatMap((prefix) => {
      expect(flows, `${prefix} is put together of what?`).toHaveProperty([prefix])
      return flows[prefix]!.map((last) => prefix + last)
    })
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name) => !(name in ACTIONS))).toEqual([])
  })

  it('are there in both languages', () => {
    for (const [zh, en] of [...Object.values(ACTIONS), ...Object.values(ENTITIES)]) {
      expect(zh).toMatch(/[\u4e00-\u9fff]/)
      expect(en).toMatch(/^[A-Z][\w ’,-]+$/)
    }
  })
})
