import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Permission, permissions, ROLES, type Route, type Rule, routes } from '../src/core/access.ts'
import type { Feature } from '../src/core/verb.ts'
import { features } from '../src/server/features.ts'
import { specificationFile, specificationPage } from './specification.ts'
import { trustFile, trustPage } from './trust.ts'

const rules: Record<string, Rule> = permissions

/** "yes", or what else must be true; empty where the role may not. */
function cellOf(rule: Rule, role: (typeof ROLES)[number]): string {
  if (rule.roles && !rule.roles.includes('*') && !rule.roles.includes(role)) return ''
  const { states, keys } = rule
  const conditions = [states && `state ${states.join(' or ')}, or none`, keys && `key ${keys.join(' or ')}`].filter(
    Boolean,
  )
  return conditions.join('; ') || 'yes'
}

const tableOf = (heads: string[], rows: string[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const rolesOf = (permission: Permission): string[] => ROLES.map((role) => cellOf(rules[permission]!, role))

function pageRows(all: readonly Route[]): string[][] {
  return all.flatMap((route) =>
    route.children ? pageRows(route.children) : [[`\`${route.path}\``, route.name ?? '', ...rolesOf(route.permission)]],
  )
}

/** Method and path of everything a permission opens. */
function endpointsBy(all: Feature[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (permission: string, endpoint: string) =>
    found.set(permission, [...(found.get(permission) ?? []), `\`${endpoint}\``])
  for (const { lists = [], verbs = [] } of all) {
    for (const { list } of lists) {
      add(list.permission, `GET ${list.path}`)
      add(list.permission, `GET ${list.path}/export.csv`)
    }
    for (const { endpoint } of verbs) add(endpoint.permission, `${endpoint.method} ${endpoint.path}`)
  }
  for (const path of ['/api/openapi.json', '/api/docs']) add('apiDocs.read', `GET ${path}`)
  return found
}

/** The page docs/access.md: who may do what, as the access table and the contracts have it. */
export function accessPage(all: Feature[]): string {
  const endpoints = endpointsBy(all)
  const permissionRows = (Object.keys(permissions) as Permission[]).map((permission) => [
    `\`${permission}\``,
    ...(permission === 'public' ? ROLES.map(() => 'anyone') : rolesOf(permission)),
    endpoints.get(permission)?.join('<br>') ?? '',
  ])
  return `# Who may do what

Written by \`npm run docs\` from \`src/core/access.ts\` and the contracts; a test fails when it is not current. What *should* stand
here is signed by hand in \`tests/matrix/expected.tsv\`. Which rows a person sees within a page is the row scope, \`src/core/scope.ts\`.

## Pages

${tableOf(['path', 'name', ...ROLES], pageRows(routes))}

## Permissions

${tableOf(['permission', ...ROLES, 'endpoints'], permissionRows)}
`
}

export const accessFile = join(fileURLToPath(new URL('..', import.meta.url)), 'docs', 'access.md')

if (resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  writeFileSync(accessFile, accessPage(features))
  writeFileSync(specificationFile, specificationPage())
  writeFileSync(trustFile, trustPage())
  process.exit(0)
}
