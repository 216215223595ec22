import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from '../../core/verb.ts'

/** `attachment` with the name in both forms of RFC 6266, for old and new readers. */
export function dispositionOf(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Sends a file: always as a download, never as something the browser shows or sniffs. */
export function sendDownload(reply: FastifyReply, { name, type, body }: Download): FastifyReply {
  reply.header('content-disposition', dispositionOf(name)).type(type)
  return reply.send(typeof body === 'string' || body instanceof Readable ? body : Readable.from(body))
}
