import { refuse } from '../../core/errors.ts'
import type { ImportTargetName } from '../../core/importing.ts'
import type { Db, Files, UploadedFile } from '../../core/verb.ts'
import { FileRefusal } from './parse/refusal.ts'
import { lookAtFile } from './parse/thread.ts'
import type { PlainField } from './read/plain.ts'
import { insertJob } from './sql/job.ts'
import { errors } from './text.ts'

interface Purpose {
  target: ImportTargetName
  userId: string
  /** The fields of a room's target; without them the file holds metrics. */
  fields?: readonly PlainField[]
  maxRows?: number
}

/** Looks at a file, keeps it and returns the id of its import. Throws every refusal a file can meet. */
export async function receiveFile(
  { db, files, now }: { db: Db; files: Files; now: Date },
  upload: UploadedFile,
  { target, userId, fields, maxRows }: Purpose,
): Promise<string> {
  const look = await lookAtFile(upload.path, upload.name, now, fields).catch((error: unknown) => {
    throw error instanceof FileRefusal ? refuse(errors, error.reason, { field: 'file', params: error.params }) : error
  })
  if (maxRows && look.format.rows > maxRows)
    throw refuse(errors, 'TOO_MANY_ROWS', { field: 'file', params: { limit: maxRows.toLocaleString('en-US') } })
  const fileKey = await files.keep(upload)
  return insertJob(db, {
    target,
    createdBy: userId,
    upload: { ...upload, name: upload.name.slice(0, 255) },
    fileKey,
    ...look,
  })
}
