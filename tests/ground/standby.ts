import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SERVANT } from '../../src/server/db/embedded/binaries.ts'

/** Where a primary runs: as its superuser, and its cluster's folder. */
interface Primary {
  adminUrl: string
  folder: string
}

/**
 * A data directory with a streaming replica of a running primary: its files copied while it works, to be started like any
 * other. Our PostgreSQL comes without pg_basebackup; these are its steps.
 */
export async function copyAsStandby({ adminUrl, folder }: Primary): Promise<{ dataDir: string; remove(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'backlot-standby-'))
  chmodSync(dataDir, 0o755)
  const copy = join(dataDir, 'postgres')
  const primary = new pg.Client({ connectionString: adminUrl })
  await primary.connect()
  await primary.query(`select pg_create_physical_replication_slot('standby', true)`)
  await primary.query(`select pg_backup_start('standby', true)`)
  run('cp', '-a', folder, copy)
  const { labelfile } = (await primary.query('select labelfile from pg_backup_stop(false)')).rows[0]
  await primary.end()
  const inside = (name: string): string => join(copy, 'data', name)
  rmSync(inside('postmaster.pid'), { force: true })
  rmSync(inside('pg_wal'), { recursive: true })
  rmSync(inside('pg_replslot'), { recursive: true })
  for (const made of ['pg_wal', 'pg_replslot']) mkdirSync(inside(made), { mode: 0o700 })
  writeFileSync(inside('backup_label'), labelfile)
  writeFileSync(inside('standby.signal'), '')
  const { hostname, port, username, password } = new URL(adminUrl)
  appendFileSync(
    inside('postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)} application_name=standby'\nprimary_slot_name = 'standby'\n`,
  )
  if (SERVANT)
    for (const made of ['pg_wal', 'pg_replslot', 'backup_label', 'standby.signal'])
      chownSync(inside(made), SERVANT.uid, SERVANT.gid)
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}
