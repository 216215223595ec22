import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll } from 'vitest'
import type { Feature } from '../../src/core/verb.ts'
import { buildApp } from '../../src/server/app.ts'
import type { Database } from '../../src/server/db/pool.ts'
import { features as all } from '../../src/server/features.ts'
import type { Store } from '../../src/server/files/open.ts'
import { type Actor, freshDatabase, signedIn } from '../world.ts'

export interface Asked {
  as?: Actor
  token?: string
  body?: unknown
  headers?: Record<string, string>
  from?: string
}

export interface Server {
  app: FastifyInstance
  database: Database
  url: string
  dataDir: string
  /** Asks the server without a socket, as an actor of the world or with a token. */
  ask(method: NonNullable<InjectOptions['method']>, url: string, asked?: Asked): Promise<LightMyRequestResponse>
}

/** The server on a database of the test file's own; closed after the file. */
export async function openServer(features: Feature[] = all, store?: Pick<Store, 'files' | 'bucket'>): Promise<Server> {
  const { database, url } = await freshDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'backlot-http-'))
  const app = await buildApp({
    ...{ database, features, dataDir, webDir: join(dataDir, 'web') },
    ...(store && { store }),
  })
  afterAll(async () => {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    app,
    database,
    url,
    dataDir,
    ask: (method, url, { as = 'anonymous', token, body, headers = {}, from = '127.0.0.1' } = {}) =>
      app.inject({
        method,
        url,
        remoteAddress: from,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : signedIn(as)), ...headers },
        ...(body !== undefined && { payload: body as object }),
      }),
  }
}

/** An answer without what differs from request to request. */
export function comparable(answer: LightMyRequestResponse): {
  status: number
  body: string
  headers: Record<string, unknown>
} {
  const { 'x-request-id': requestId, date, ...headers } = answer.headers
  return { status: answer.statusCode, body: answer.body.replaceAll(String(requestId), '·'), headers }
}
