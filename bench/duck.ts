import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const VERSION = '1.5.6-r.1'
const FOLDER = resolve('.cache/duckdb')

/** The yardstick: an engine made for sums over raw rows, in this process. */
export interface Duck {
  run(statement: string): Promise<Record<string, unknown>[]>
}

/** Opens DuckDB. It is 70 MB that only this bench needs, so it is installed beside the project when first asked for. */
export async function openDuck(): Promise<Duck> {
  if (!existsSync(join(FOLDER, 'node_modules/@duckdb/node-api'))) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, 'package.json'), '{"private":true}')
    execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', `@duckdb/node-api@${VERSION}`], {
      cwd: FOLDER,
      stdio: 'inherit',
    })
  }
  const { DuckDBInstance } = createRequire(join(FOLDER, 'package.json'))('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return {
    run: async (statement) => (await connection.runAndReadAll(statement)).getRowObjects(),
  }
}
