import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { errors, refuse } from '../../core/errors.ts'
import { StoreLost } from './files.ts'

/** Where a clamd listens. */
export interface ScannerPlace {
  host: string
  port: number
}

const SILENCE_LIMIT_MS = 30_000

let place: ScannerPlace | undefined

/** Who looks through the files people send; nobody unless told. */
export function setScanner(to: ScannerPlace | undefined): void {
  place = to
}

/** Has a file looked through before anybody gets it. Throws INFECTED, and StoreLost when nobody can say. */
export async function scan(path: string): Promise<void> {
  if (!place) return
  const answer = await ask(place, path).catch((error: Error) => {
    throw new StoreLost(`the scanner of SCAN_URL does not answer: ${error.message}`)
  })
  if (/ FOUND$/.test(answer)) throw refuse(errors, 'INFECTED', { field: 'file' })
  if (!/ OK$/.test(answer)) throw new StoreLost(`the scanner of SCAN_URL says: ${answer}`)
}

/** clamd's INSTREAM: each piece after its length, a length of nothing at the end, one line back. */
async function ask(place: ScannerPlace, path: string): Promise<string> {
  const socket = connect({ ...place, timeout: SILENCE_LIMIT_MS })
  socket.on('timeout', () => socket.destroy(new Error('silence')))
  const answer = text(socket)
  const send = async (): Promise<void> => {
    socket.write('zINSTREAM\0')
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
      const isFull = !socket.write(Buffer.concat([lengthOf(piece.length), piece]))
      // It may have seen enough: what it says then is the answer.
      if (isFull) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), answer])
      if (socket.destroyed) return
    }
    socket.write(lengthOf(0))
  }
  const [said] = await Promise.all([answer, send()])
  return said.replace(/\0.*$/s, '').trim()
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
