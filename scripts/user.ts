import { LINK_SECONDS } from '../src/features/session/limits.ts'
import { accountsOn } from '../src/server/auth/accounts.ts'
import { ensureAdmin } from '../src/server/auth/sql.ts'
import { readConfig } from '../src/server/config.ts'
import { launchDatabase } from '../src/server/db/launch.ts'
import { StartError } from '../src/server/startError.ts'

const USAGE = 'npm run user -- create-admin NAME    (NAME: 3 to 32 of a-z 0-9 _ . -)'

/** Makes an administrator, or finds the one there is, and prints a one-time link to set the password. */
async function createAdmin(name: string): Promise<void> {
  const config = readConfig({ ...process.env, DEMO: '0' })
  const { database, stop } = await launchDatabase(config, () => {})
  try {
    const path = await database.transaction(async (db) => {
      const id = await ensureAdmin(db, name)
      if (!id) throw new StartError(`${name} is an account that is not an active administrator: choose another name`)
      return (await accountsOn(db, null).createPasswordLink(id, LINK_SECONDS.console)).path
    })
    console.log(`Within 30 minutes, set the password of ${name} at http://${config.host}:${config.port}${path}`)
  } finally {
    await stop()
  }
}

const [command, name, ...rest] = process.argv.slice(2)
if (command !== 'create-admin' || !name || rest.length || !/^[a-z0-9_.-]{3,32}$/.test(name)) {
  console.error(USAGE)
  process.exit(2)
}
createAdmin(name).catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
})
