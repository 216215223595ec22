import type { Config } from '../config.ts'
import { checkDatabase, checkPooler } from './database.ts'
import { checkEdge } from './edge.ts'
import { checkBucket, checkMachine, checkSettings } from './machine.ts'

/** One thing that was looked at: how it stands, and what to do where it does not stand well. */
export interface Finding {
  level: 'ok' | 'warn' | 'fail'
  what: string
  todo?: string
}

export const ok = (what: string): Finding => ({ level: 'ok', what })
export const warn = (what: string, todo: string): Finding => ({ level: 'warn', what, todo })
export const fail = (what: string, todo: string): Finding => ({ level: 'fail', what, todo })

export interface Visit {
  config: Config
  /** The database; undefined where there is none yet. */
  url: string | undefined
  /** How people reach the server, through what stands before it; undefined: that is not looked at. */
  address?: string | undefined
}

/** Looks at a deployment, running or not, and changes nothing in it. What cannot be looked at is itself a finding. */
export async function examine({ config, url, address }: Visit): Promise<Finding[]> {
  return [
    ...checkSettings(config),
    ...(await checkMachine(config.dataDir)),
    ...(await checkBucket(config)),
    ...(url
      ? await checkDatabase(url, config.databaseReadUrl)
      : [warn(`there is no database in ${config.dataDir} yet`, 'npm start makes it')]),
    ...(config.databaseUrl && config.databaseUrl !== config.databaseDirectUrl
      ? await checkPooler(config.databaseUrl)
      : []),
    ...(address ? await checkEdge(address, config.metricsToken !== undefined) : []),
  ]
}
