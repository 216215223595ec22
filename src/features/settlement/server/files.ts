import { open } from 'node:fs/promises'
import { errors as common, refuse } from '../../../core/errors.ts'
import { type Ctx, serve, type Verb } from '../../../core/verb.ts'
import { fileDownload, fileUpload } from '../contract/disputes.ts'
import { addFile, type KeptFile, readFiles } from '../sql/disputes.ts'
import { errors } from '../statementErrors.ts'
import { eyeOf } from './common.ts'

/** What may stand behind money, by how the bytes begin: a name says nothing. */
const BEGINNINGS: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x50, 0x4b, 0x03, 0x04], // XLSX
]

async function isAllowed(path: string, name: string): Promise<boolean> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(512)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const known = BEGINNINGS.some((bytes) => bytes.every((byte, at) => head[at] === byte))
    return known || (/\.csv$/i.test(name) && !head.subarray(0, bytesRead).includes(0))
  } finally {
    await file.close()
  }
}

const upload = serve(fileUpload, async (ctx) => {
  const { name, path, bytes, sha256 } = ctx.upload!
  if (bytes === 0) throw refuse(errors, 'EMPTY_FILE', { field: 'file' })
  if (!(await isAllowed(path, name))) throw refuse(errors, 'FILE_TYPE', { field: 'file' })
  const partnerId = ctx.scope.kind === 'partner' ? ctx.scope.partnerId : null
  const fileId = await addFile(ctx.db, {
    ...{ partnerId, key: await ctx.files.keep({ path }), name, bytes, sha256 },
    ...{ by: ctx.session.accessId, now: ctx.now },
  })
  return { fileId, name, bytes }
})

const download = serve(fileDownload, async (ctx, { params }) => {
  const [file] = await readFiles(ctx.db, eyeOf(ctx), [params.id])
  if (!file) throw refuse(common, 'NOT_FOUND')
  // A copy of the database without its folder of files, as the demo is.
  const body = await ctx.files.read(file.key)
  if (!body) throw refuse(errors, 'FILE_GONE')
  return { name: file.name, type: 'application/octet-stream', body }
})

/** The files a form names, all of them the reader's to use. Throws FILE_NOT_FOUND. */
export async function filesOf(ctx: Ctx, ids: readonly string[], field: string): Promise<KeptFile[]> {
  const files = ids.length ? await readFiles(ctx.db, eyeOf(ctx), ids) : []
  if (files.length < ids.length) throw refuse(errors, 'FILE_NOT_FOUND', { field })
  return files
}

export const fileVerbs: Verb[] = [upload, download]
