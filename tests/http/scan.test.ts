import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { setScanner } from '../../src/server/files/scan.ts'
import { openServer } from './app.ts'
import { probe, seen } from './probe.ts'

const { ask, dataDir } = await openServer([probe])
const incoming = () => readdirSync(join(dataDir, 'files', 'incoming'))
const send = (content: string) =>
  ask('POST', '/api/probe/upload', {
    as: 'leader',
    body: `--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${content}\r\n--edge--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  })

/** Speaks clamd's INSTREAM; what it has read decides what it says. */
const scanner = createServer((socket) => {
  let read = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (piece: Buffer) => {
    read = Buffer.concat([read, piece])
    const command = 'zINSTREAM\0'
    if (!read.toString('latin1').startsWith(command)) return
    let content = ''
    for (let at = command.length; at + 4 <= read.length; ) {
      const length = read.readUInt32BE(at)
      if (length === 0) {
        const said = content.includes('harmful')
          ? 'Test-Signature FOUND'
          : content.includes('odd')
            ? 'INSTREAM size limit exceeded. ERROR'
            : 'OK'
        socket.end(`stream: ${said}\0`)
        return
      }
      content += read.toString('utf8', at + 4, at + 4 + length)
      at += 4 + length
    }
  })
}).listen(0, '127.0.0.1')
await once(scanner, 'listening')
const place = { host: '127.0.0.1', port: (scanner.address() as AddressInfo).port }
afterEach(() => setScanner(undefined))
afterAll(() => scanner.close())

describe('a file that is sent', () => {
  it('is refused and dropped when the scanner finds something in it', async () => {
    setScanner(place)
    const before = seen.uploads.length
    expect((await send('harmful')).json()).toMatchObject({ code: 422, data: { reason: 'INFECTED', field: 'file' } })
    expect(seen.uploads).toHaveLength(before)
    expect(incoming()).toEqual([])
  })

  it('is taken when it finds nothing, and where there is none', async () => {
    setScanner(place)
    expect((await send('a,b')).statusCode).toBe(200)
    setScanner(undefined)
    expect((await send('harmful')).statusCode).toBe(200)
  })

  it.each([
    ['says that it could not look', 'odd', place],
    ['is away', 'plain', { host: '127.0.0.1', port: 1 }],
  ])('is not taken unseen when the scanner %s', async (_, content, at) => {
    setScanner(at)
    const before = seen.uploads.length
    expect((await send(content)).statusCode).toBe(503)
    expect(seen.uploads).toHaveLength(before)
    expect(incoming()).toEqual([])
  })
})
