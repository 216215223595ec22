import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { StartError } from '../../src/server/startError.ts'

describe('defaults', () => {
  test('the embedded database comes with the demo world on loopback', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      demo: true,
      databaseUrl: undefined,
      logLevel: 'info',
    })
  })
  test('a database of your own comes without', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://u:p@db/backlot', HOST: '0.0.0.0' })
    expect(config).toMatchObject({ host: '0.0.0.0', demo: false, databaseUrl: 'postgres://u:p@db/backlot' })
  })
  test('empty values count as not given', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: undefined })
  })
})

describe('a malformed value stops the start with one line that names it', () => {
  test.each([
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ HOST: 'not a host' }, 'HOST'],
    [{ DEMO: 'yes' }, 'DEMO'],
    [{ DATABASE_URL: 'mysql://u:secret@db/x' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgres://db/x' }, 'DATABASE_READ_URL'],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, 'DATABASE_DIRECT_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ METRICS_TOKEN: 'with a space in its midst' }, 'METRICS_TOKEN'],
    [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS'],
    [{ SCAN_URL: 'clamd:3310' }, 'SCAN_URL'],
    [{ BACKLOT_PORT: '1' }, 'BACKLOT_PORT'],
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '127.evil.example', DEMO: '1' }, 'HOST'],
  ])('%o', (env, name) => {
    expect(() => readConfig(env)).toThrow(StartError)
    expect(() => readConfig(env)).toThrow(new RegExp(`^${name}[^\n]+$`))
  })
  test('and does not repeat a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://u:secret@db/x' })).not.toThrow(/secret/)
    expect(() => readConfig({ METRICS_TOKEN: 'se cret' })).not.toThrow(/se cret/)
  })
})
