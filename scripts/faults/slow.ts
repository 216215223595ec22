import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Ground } from './ground.ts'

const DRIPS = 500
const READERS = 100
const READ_EVERY_MS = 100
const READ_BYTES = 1024
const ASKERS = 4
const PAGE = '/api/data?pageSize=20&total=none'
const MEGABYTE = 2 ** 20

/**
 * Five hundred sockets that send a request's head a byte a second, and a hundred readers that take ten kilobytes a second
 * of a file of a million rows, while four people turn pages: how much longer those wait than without, how much memory it
 * takes, and after how long the sockets that never become a request are closed.
 */
export async function slowClients(ground: Ground, seconds: number): Promise<string> {
  await ground.start()
  await ground.signIn('admin')
  const order = { listKey: 'data', query: '', columns: [], format: 'csv', bom: true }
  const { id } = await ground.ask('POST', '/api/exports', order)
  await ground.until<{ status: string }>(`/api/exports/${id}`, ({ status }) => status === 'done')

  await turnPages(ground, 3)
  const alone = await turnPages(ground, seconds / 2)
  const before = await resident(ground)
  const drips = Array.from({ length: DRIPS }, () => drip(ground))
  const readers = Array.from({ length: READERS }, () => sip(ground, `/api/exports/${id}/file`))
  let most = before
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await wait(1000)) most = Math.max(most, await resident(ground))
  })()
  const beside = await turnPages(ground, seconds)
  isOver = true
  await watching
  const taken = readers.filter(({ got }) => got() > 0).length
  const cut = readers.filter(({ socket }) => socket.destroyed).length
  for (const { socket, stop } of readers) {
    stop()
    socket.destroy()
  }
  const closed = await Promise.all(drips.map(({ closedMs }) => closedMs))
  await ground.ask('DELETE', `/api/exports/${id}`)
  const s = (ms: number): string => (ms / 1000).toFixed(1)
  return `${DRIPS} sockets of a byte a second and ${READERS} readers of ten kilobytes a second beside ${ASKERS} people for ${seconds} s: p95 of a page ${beside.p95Ms.toFixed(1)} ms, alone ${alone.p95Ms.toFixed(1)}, ratio ${(beside.p95Ms / alone.p95Ms).toFixed(2)} (${beside.answers.toLocaleString('en')} answers, ${beside.wrong + alone.wrong} of both wrong); ${taken} readers were given their file, ${cut} of them cut off; resident ${mb(before)} MB before, ${mb(most)} at most; sockets without a request closed after ${s(Math.min(...closed))} to ${s(Math.max(...closed))} s`
}

const mb = (bytes: number): string => (bytes / MEGABYTE).toFixed(0)

async function resident({ url }: Ground): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(page)![1])
}

async function turnPages(ground: Ground, seconds: number) {
  const times: number[] = []
  let wrong = 0
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: ASKERS }, async () => {
      while (performance.now() < end) {
        const began = performance.now()
        const answer = await ground.send('GET', PAGE)
        await answer.arrayBuffer()
        times.push(performance.now() - began)
        if (!answer.ok) wrong++
        await wait(20)
      }
    }),
  )
  times.sort((a, b) => a - b)
  return { p95Ms: times[Math.floor(times.length * 0.95)]!, answers: times.length, wrong }
}

const open = ({ url }: Ground): Socket => {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

/** A head that never ends. */
function drip(ground: Ground): { closedMs: Promise<number> } {
  const began = performance.now()
  const socket = open(ground)
  socket.resume()
  const timer = setInterval(() => socket.write('a'), 1000)
  socket.once('connect', () => socket.write('GET /api/data HTTP/1.1\r\nx-slow: '))
  const closedMs = new Promise<number>((resolve) =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - began)
    }),
  )
  return { closedMs }
}

/** A file that is taken a kilobyte at a time. */
function sip(ground: Ground, path: string) {
  const socket = open(ground)
  let got = 0
  const head = `GET ${path} HTTP/1.1\r\nhost: backlot\r\nauthorization: Bearer ${ground.token()}\r\n\r\n`
  socket.once('connect', () => socket.write(head))
  const timer = setInterval(() => {
    got += (socket.read(Math.min(READ_BYTES, socket.readableLength)) as Buffer | null)?.length ?? 0
  }, READ_EVERY_MS)
  return { socket, got: () => got, stop: () => clearInterval(timer) }
}
