import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { readConfig } from '../../src/server/config.ts'
import type { BucketConfig } from '../../src/server/files/settings.ts'

export interface StoreServer {
  /** What the environment says of a prefix of its bucket. */
  env(prefix: string): Record<string, string>
  config(prefix: string, more?: Record<string, string>): BucketConfig
  /** Where it keeps its objects. */
  directory: string
  stop(): Promise<void>
}

/** A store that speaks S3 on this machine, with one empty bucket. */
export async function startStore(port = 0): Promise<StoreServer> {
  const directory = mkdtempSync(join(tmpdir(), 'backlot-s3-'))
  const server = new S3rver({
    ...{ address: '127.0.0.1', port, silent: true, directory },
    configureBuckets: [{ name: 'files', configs: [] }],
  })
  const { port: taken } = await server.run()
  const env = (prefix: string) => ({
    FILES_URL: `s3://files/${prefix}`,
    FILES_ENDPOINT: `http://127.0.0.1:${taken}`,
    FILES_ACCESS_KEY: 'S3RVER',
    FILES_SECRET_KEY: 'S3RVER',
  })
  return {
    env,
    config: (prefix, more) => readConfig({ ...env(prefix), ...more }).bucket!,
    directory,
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
