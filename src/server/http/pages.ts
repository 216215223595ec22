import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { errors, refuse } from '../../core/errors.ts'
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

/** Serves the built front door: hashed files for ever, the page itself anew each time, for every path that is a page. */
export async function addPages(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(helmet, { contentSecurityPolicy: policy, hsts: false, referrerPolicy: { policy: 'same-origin' } })
  const isBuilt = existsSync(join(webDir, 'index.html'))
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
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const isPage =
      isBuilt && (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|ingest|assets)(\/|$)/i.test(path)
    if (isPage) return reply.sendFile('index.html')
    return sendFailure(refuse(errors, 'NOT_FOUND'), request, reply)
  })
}
