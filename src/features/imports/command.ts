import { errors as common, refuse } from '../../core/errors.ts'
import { scopeOf } from '../../core/scope.ts'
import type { AuditEntry, JobCtx, UploadedFile } from '../../core/verb.ts'
import type { Platform } from '../../core/works.ts'
import type { ImportJob, Mapping } from './contract.ts'
import { validateMapping } from './mapping.ts'
import { receiveFile } from './receive.ts'
import { applyImport, checkImport } from './run.ts'
import * as sql from './sql/job.ts'
import { errors } from './text.ts'

/** What the command line may say beside the file. */
export interface ImportOptions {
  platform?: Platform
  /** A mapping the account has saved. */
  mapping?: string
  year?: number
}

export interface CommandCtx extends JobCtx {
  audit(actorId: string, entry: AuditEntry): Promise<void>
}

/** An import outside the server, by the same steps as the wizard's and in the name of an account. Throws their refusals. */
export async function openImport(ctx: CommandCtx, upload: UploadedFile, accessKey: string, options: ImportOptions) {
  const { db } = ctx
  const actor = await sql.findActor(db, accessKey)
  if (!actor || (actor.accessRoles !== 'admin' && actor.accessRoles !== 'coo')) throw refuse(common, 'FORBIDDEN')
  const run = {
    importId: await receiveFile(ctx, upload, { target: 'metrics', userId: actor.accessId }),
    actorId: actor.accessId,
  }
  const { name, bytes, sha256 } = upload
  const audit = (action: string, after: unknown) =>
    ctx.audit(actor.accessId, { action, entity: 'import', entityId: run.importId, after })
  await audit('import.upload', { name, bytes, sha256 })
  const read = async () => (await sql.readJob(db, run.importId, { ...actor, targets: ['metrics'] })) as ImportJob
  const job = await read()

  return {
    async check(): Promise<ImportJob> {
      const mapping: Mapping = {
        ...(options.mapping ? await savedMapping(ctx, actor.accessId, options.mapping) : job.mapping),
        ...(options.platform ? { platform: options.platform } : {}),
        ...(options.year ? { year: options.year } : {}),
      }
      await validateMapping(db, scopeOf(actor), mapping, job.format.header)
      await sql.startCheck(db, run.importId, mapping)
      await audit('import.check', { mapping })
      await checkImport(ctx, run)
      return read()
    },
    async apply(): Promise<ImportJob> {
      await sql.startApply(db, run.importId)
      const { fresh, changed, refused } = (await read()).counts!
      await audit('import.apply', { fresh, changed, refused })
      await applyImport(ctx, run)
      return read()
    },
  }
}

async function savedMapping({ db }: JobCtx, userId: string, name: string): Promise<Mapping> {
  const saved = (await sql.readMappings(db, userId, 'metrics')).find((one) => one.name === name)
  if (!saved) throw refuse(errors, 'NO_SUCH_MAPPING', { params: { name } })
  return saved.mapping
}
