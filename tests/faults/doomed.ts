import { buildApp } from '../../src/server/app.ts'
import { type Database, openDatabase } from '../../src/server/db/pool.ts'
import { features } from '../../src/server/features.ts'

/**
 * A server process that is killed, by a signal it cannot hear, before the given statement of the transaction that claims
 * the key; where that has fewer, after it is committed and before anybody hears of it. Arguments: the database's address, a folder, the
 * statement ('never' lives), the request's path, token, body and key. Prints the answer if it lives.
 */
const [url, dataDir, statement, path, token, body, key] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]

const real = openDatabase(url, { size: 3 })
let left = statement === 'never' ? Number.POSITIVE_INFINITY : Number(statement)
const die = () => process.kill(process.pid, 'SIGKILL')
const database: Database = {
  ...real,
  transaction: async (run, options) => {
    let isAsked = false
    const step = (text = '') => {
      isAsked ||= text.includes('insert into idempotency')
      if (isAsked && --left < 0) die()
    }
    const result = await real.transaction(async (db) => {
      const result = await run({
        rows: (asked) => {
          step(asked.text)
          return db.rows(asked)
        },
        one: (asked) => {
          step(asked.text)
          return db.one(asked)
        },
      })
      // The last chance: everything is written, nothing is committed.
      step()
      return result
    }, options)
    if (isAsked && statement !== 'never') die()
    return result
  },
}
const app = await buildApp({ database, features, dataDir })
const answer = await app.inject({
  method: 'POST',
  url: path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
  payload: body,
})
console.log(answer.statusCode)
await app.close()
await real.end()
