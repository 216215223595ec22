import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { AppError, errors, refuse } from '../../core/errors.ts'
import type { UploadedFile } from '../../core/verb.ts'
import { scan } from '../files/scan.ts'
import { tooLarge } from './failures.ts'
import { invalid, unknownField } from './rules.ts'

/** Room for the multipart boundaries and headers around the file. */
export const MULTIPART_OVERHEAD = 65_536

/**
 * The only door through which files come in: streams the one file of a multipart request to disk under our own name,
 * with its SHA-256, and has it looked through. Throws INFECTED, TOO_LARGE, UNSUPPORTED_TYPE, UNKNOWN_FIELD, INVALID.
 */
export async function receiveUpload(
  request: FastifyRequest,
  folder: string,
  limitBytes: number,
): Promise<UploadedFile> {
  if (!request.isMultipart()) throw refuse(errors, 'UNSUPPORTED_TYPE')
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + MULTIPART_OVERHEAD) throw tooLarge(limitBytes)
  let upload: UploadedFile | undefined
  try {
    for await (const part of request.parts({ limits: { fileSize: limitBytes, files: 1, fields: 1, parts: 2 } })) {
      if (part.type !== 'file' || part.fieldname !== 'file') throw unknownField(part.fieldname.slice(0, 60), ['file'])
      const path = join(folder, randomUUID())
      upload = { name: nameOf(part.filename), path, bytes: 0, sha256: '' }
      const hash = createHash('sha256')
      const measure = new Transform({
        transform(chunk: Buffer, _, next) {
          hash.update(chunk)
          upload!.bytes += chunk.length
          next(null, chunk)
        },
      })
      await pipeline(part.file, measure, createWriteStream(path, { mode: 0o600 }))
      if (part.file.truncated) throw tooLarge(limitBytes)
      upload.sha256 = hash.digest('hex')
    }
  } catch (error) {
    if (upload) await rm(upload.path, { force: true })
    throw isLimit(error) ? tooLarge(limitBytes) : isTorn(error) ? invalid('file', (is) => is.other) : error
  }
  const received = upload
  if (!received) throw invalid('file', (is) => is.required)
  await scan(received.path).catch(async (error) => {
    await rm(received.path, { force: true })
    throw error
  })
  return received
}

const isLimit = (error: unknown): boolean => (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'

/** The parser's own complaints about a body that is no multipart carry no code; those of the disk do. */
const isTorn = (error: unknown): boolean => error instanceof Error && !(error instanceof AppError) && !('code' in error)

/** A file's name is only ever shown, never a path: the last part of what was sent, without control characters. */
function nameOf(filename: string): string {
  const last = filename.split(/[\\/]/).at(-1) ?? ''
  return last.replace(/\p{Cc}/gu, '').slice(0, 200) || 'file'
}
