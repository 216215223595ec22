import { buildApp } from '../../src/server/app.ts'
import { type Database, openDatabase } from '../../src/server/db/pool.ts'
import { features } from '../../src/server/features.ts'

/**
 * A server process that is killed, by a signal it cannot hear, before the given statement of its first transaction.
 * Arguments: the database's address, a folder, the statement, the request's path, token and body. Prints the answer if it lives.
 */
const [url, dataDir, statement, path, token, body] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const real = openDatabase(url, { size: 3 })
let left = Number(statement)
const die = () => {
  if (--left < 0) process.kill(process.pid, 'SIGKILL')
}
const database: Database = {
  ...real,
  transaction: (run, options) =>
    real.transaction(async (db) => {
      const result = await run({
        rows: (asked) => {
          die()
          return db.rows(asked)
        },
        one: (asked) => {
          die()
          return db.one(asked)
        },
      })
      // The last chance: everything is written, nothing is committed.
      die()
      return result
    }, options),
}
const app = await buildApp({ database, features, dataDir })
const answer = await app.inject({
  method: 'POST',
  url: path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  payload: body,
})
console.log(answer.statusCode)
await app.close()
await real.end()
