import { type Permission, permissions } from '../../core/access.ts'
import { mayHold, type Subject } from '../../core/can.ts'
import type { Endpoint } from '../../core/contract.ts'
import { errors, refuse } from '../../core/errors.ts'
import { clausesOf, permissionsOfPage } from '../../core/explain.ts'
import { scopeOf } from '../../core/scope.ts'
import { type Feature, serve } from '../../core/verb.ts'
import { accessAccounts, accessEndpoints, accessExplain, type Kind } from './contract.ts'
import * as sql from './sql.ts'

type Known = Pick<Endpoint, 'method' | 'path' | 'permission' | 'token'>

/** Every endpoint of the rooms, with the files of their lists. */
function endpointsOf(rooms: readonly Feature[]): Known[] {
  return rooms.flatMap(({ lists = [], verbs = [] }) => [
    ...lists.flatMap(({ list }): Known[] => [
      { method: 'GET', path: list.path, permission: list.permission },
      { method: 'GET', path: `${list.path}/export.csv`, permission: list.permission },
    ]),
    ...verbs.map(({ endpoint }) => endpoint),
  ])
}

/** The page that shows the access table and explains it, over the rooms it is told of. */
export function accessFor(rooms: readonly Feature[]): Feature {
  const endpoints = serve(accessEndpoints, async () => ({
    list: known().map(({ method, path, permission, token }) => ({ method, path, permission, scope: token ?? null })),
  }))

  const accounts = serve(accessAccounts, async ({ db }, { query }) => ({
    list: await sql.findAccounts(db, query.keyword?.trim() ?? ''),
  }))

  const explain = serve(accessExplain, async ({ db }, { query }) => {
    const account = await sql.readAccount(db, query.accountId)
    const asked = askedBy(query.kind, query.what)
    if (!account || asked.permissions.length === 0) throw refuse(errors, 'NOT_FOUND')
    const subject: Subject = { accessRoles: account.role, accessState: account.state, accessKey: account.key }
    const clauses = asked.permissions.flatMap((permission) => clausesOf(subject, permission))
    const scope = scopeOf({ ...account, accessRoles: account.role })
    const { id, name, key, role, state, status } = account
    const maySignIn = status === 'active'
    const mayToken = !asked.token || mayHold(subject, asked.token)
    return {
      account: { id, name, key, role, state, status, maySignIn },
      clauses,
      isAllowed: maySignIn && mayToken && clauses.every(({ passes }) => passes),
      tokenScope: asked.token ?? null,
      scope: { kind: scope.kind, name: scope.kind === 'all' || scope.kind === 'none' ? null : account.organisation },
    }
  })

  function askedBy(kind: Kind, what: string): { permissions: Permission[]; token?: Known['token'] } {
    if (kind === 'page') return { permissions: permissionsOfPage(what) }
    if (kind === 'permission') return { permissions: Object.hasOwn(permissions, what) ? [what as Permission] : [] }
    const found = known().find(({ method, path }) => `${method} ${path}` === what)
    return { permissions: found ? [found.permission] : [], token: found?.token }
  }

  const own: Feature = { verbs: [endpoints, accounts, explain] }
  const known = () => endpointsOf([...rooms, own])
  return own
}
