/**
 * The yardstick: a bare node:http server that sends the very statements Backlot sends, prepared, and answers their rows.
 * No session, no scope, no checking, no headers. Started by run.ts with the address of the database and the statements.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import pg from 'pg'
import type { Prepared } from './questions.ts'

const [file, url] = process.argv.slice(2) as [string, string]
const prepared = JSON.parse(readFileSync(file, 'utf8')) as Prepared[]
const pool = new pg.Pool({ connectionString: url, max: 10 })

const server = createServer(async (request, response) => {
  const statements = prepared[Number(request.url!.slice(1))]!.statements
  const results = await Promise.all(statements.map((statement) => pool.query(statement)))
  const body = Buffer.from(JSON.stringify({ data: { list: results.at(-1)!.rows }, status: 'ok', msg: '', code: 200 }))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))
