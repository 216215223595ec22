import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errors, refuse } from '../../core/errors.ts'
import type { Db } from '../../core/verb.ts'
import { readHouse } from '../../kit/sql/settings.ts'
import { sendFailure } from './failures.ts'

const YEAR_SECONDS = 31_536_000

/**
 * No script but our own files: the counterweight to a token in local storage. Styles may be inline because the UI library
 * writes its variables into a style element, which cannot run code. No upgrade to HTTPS and no HSTS: the product listens
 * on plain HTTP and leaves TLS, and these headers, to what stands before it.
 */
const policy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
}

/** Everything that could end an attribute or begin a tag. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * Sends the page with the house's name, mark, footer and slogans inside it, for the screens that come before a sign-in.
 * Without a database it is the page as built.
 */
async function sendPage(reply: FastifyReply, page: string, db: Db): Promise<FastifyReply> {
  const house = await readHouse(db).catch(() => ({}))
  const meta = [`<meta name="build" content="${buildOf(page)}">`]
  if (Object.keys(house).length > 0) meta.push(`<meta name="house" content="${escaped(JSON.stringify(house))}">`)
  return reply
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replace('<title>', () => `${meta.join('')}<title>`))
}

/** Names a build by its page, which names every file by its content. */
const buildOf = (page: string): string => createHash('sha256').update(page).digest('hex').slice(0, 12)

/** Says with each answer which build it comes from, so that a page of an older one can offer to be loaded again. */
export function tellBuild(app: FastifyInstance, webDir: string): void {
  const index = join(webDir, 'index.html')
  if (!existsSync(index)) return
  const build = buildOf(readFileSync(index, 'utf8'))
  app.addHook('onRequest', async (_, reply) => {
    reply.header('x-build', build)
  })
}

/** Serves the built front door: hashed files for ever, the page itself anew each time, for every path that is a page. */
export async function addPages(app: FastifyInstance, webDir: string, db: Db): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: policy, hsts: false, referrerPolicy: { policy: 'same-origin' } })
  const index = join(webDir, 'index.html')
  const isBuilt = existsSync(index)
  const page = isBuilt ? readFileSync(index, 'utf8') : ''
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDir,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const isHashed = path.includes('/assets/') || path.includes('\\assets\\')
        reply.setHeader('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  }
  if (isBuilt) app.get('/', (_, reply) => sendPage(reply, page, db))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isPage =
      isBuilt && (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|ingest|assets)(\/|$)/i.test(path)
    if (isPage) return sendPage(reply, page, db)
    return sendFailure(refuse(errors, 'NOT_FOUND'), request, reply)
  })
}
