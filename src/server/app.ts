import { randomBytes, randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Feature } from '../core/verb.ts'
import { setSecretKey } from './auth/secrets.ts'
import { openBudget } from './db/budget.ts'
import type { Database } from './db/pool.ts'
import type { Replica } from './db/replica.ts'
import type { Hub } from './events/hub.ts'
import { addStream } from './events/stream.ts'
import { openFiles } from './files/files.ts'
import type { Store } from './files/open.ts'
import type { Machine } from './http/context.ts'
import { addDocument } from './http/document.ts'
import { sendFailure } from './http/failures.ts'
import { addHealth, drainable, letGo } from './http/health.ts'
import { addList } from './http/lists.ts'
import { addPages, tellBuild } from './http/pages.ts'
import { refuseUnstorable } from './http/validation.ts'
import { addVerb } from './http/verbs.ts'
import { type Meter, openMeter } from './metrics/meter.ts'
import { addMetrics } from './metrics/page.ts'
import { measure } from './metrics/record.ts'

export interface AppOptions {
  database: Database
  /** For the requests machines send, so that people's go before them; the same unless given. */
  machineDatabase?: Database
  /** Answers reads instead of the database while it is near enough. */
  replica?: Replica | undefined
  features: Feature[]
  /** Where uploads and files are kept, but for those of a store of their own. */
  dataDir: string
  store?: Pick<Store, 'files' | 'bucket'>
  /** Hears what is written into message boxes; without it there is no stream, and boxes are asked for by the clock. */
  hub?: Hub
  /** Seals what must be read again, such as second factors; one that ends with the process unless given. */
  secretKey?: Uint8Array
  /** The built front door; `dist/web` unless told otherwise. */
  webDir?: string
  /** Counts the answers; one of the app's own unless given. */
  meter?: Meter
  /** Opens /metrics to whoever brings it, instead of to this machine alone. */
  metricsToken?: string | undefined
  logger?: FastifyServerOptions['logger']
}

/** The whole server without its socket: every verb and list of the features as a route, the pages, the health checks. */
export async function buildApp({
  database,
  machineDatabase = database,
  replica,
  features,
  dataDir,
  store,
  secretKey = randomBytes(32),
  hub,
  webDir = 'dist/web',
  meter = openMeter(),
  metricsToken,
  logger = false,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    // One line per request would cost more than most requests; failures are logged, changes are audited.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: false,
    exposeHeadRoutes: false,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    frameworkErrors: sendFailure,
  })
  setSecretKey(secretKey)
  const machine: Machine = {
    database,
    machines: machineDatabase,
    replica,
    budget: openBudget(),
    files: store?.files ?? openFiles(dataDir),
    features,
  }
  app.decorateRequest('session', null as never)
  app.decorateRequest('ticket', '')
  app.decorateRequest('wroteXid', null)
  app.setErrorHandler(sendFailure)
  takeJson(app)
  measure(app, meter)
  tellBuild(app, resolve(webDir))
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024 })
  await app.register(async (pages) => addPages(pages, resolve(webDir), database))
  letGo(app)
  addHealth(app, database, drainable(app))
  addMetrics(app, { database, replica, hub, meter, token: metricsToken, storeCalls: store?.bucket?.calls })
  await app.register(async (api) => {
    for (const feature of features) {
      for (const list of feature.lists ?? []) addList(api, machine, list)
      for (const verb of feature.verbs ?? []) if (!verb.endpoint.uploadBytes) addVerb(api, machine, verb)
    }
    addDocument(api, machine)
    if (hub) addStream(api, machine, hub)
  })
  // Multipart is understood where a file is expected and nowhere else.
  await app.register(async (uploads) => {
    await uploads.register(multipart)
    for (const feature of features)
      for (const verb of feature.verbs ?? []) if (verb.endpoint.uploadBytes) addVerb(uploads, machine, verb)
  })
  return app
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i

/** JSON is the only body; an empty one is none, whatever the header says. `__proto__` and `constructor` are refused. */
function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    // Only an escape can write a NUL or half a pair: bodies without one, nearly all there are, are not walked through.
    if (!UNSTORABLE.test(body as string)) return parse(request, body as string, done)
    parse(request, body as string, (error, value) => {
      try {
        if (!error) refuseUnstorable(value)
        done(error, value)
      } catch (refusal) {
        done(refusal as Error)
      }
    })
  })
}
