import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startTemporary } from '../src/server/db/embedded/embedded.ts'
import { drawWorld } from './drawWorld.ts'

/**
 * One PostgreSQL for the whole run: DATABASE_URL, whose user must be allowed to make databases, or a temporary one of
 * our own. The world is drawn once, into a template that every test file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = process.env.DATABASE_URL ? undefined : await startTemporary()
  if (own) await query(own.embedded.adminUrl, 'alter role backlot createdb')
  const adminUrl = process.env.DATABASE_URL ?? own!.embedded.url
  const template = `backlot_world_${process.pid}`
  const templateUrl = Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href
  await query(adminUrl, `create database ${template}`)
  await drawWorld(templateUrl)
  // Only a superuser may drop a database while PostgreSQL's own vacuum looks into it.
  project.provide('postgres', { adminUrl, dropUrl: own?.embedded.adminUrl ?? adminUrl, template })
  return async () => {
    if (own) await own.remove()
    else await query(adminUrl, `drop database ${template} with (force)`)
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
