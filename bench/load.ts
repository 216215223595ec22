import { connect } from 'node:net'

export interface Load {
  requestsPerSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

/**
 * Asks one address for the same thing over and over on a few kept-alive connections, each waiting for its answer before
 * it asks again. Written on sockets so that the asker costs little of the machine it measures. Rejects on any answer
 * other than 200.
 */
export async function load(
  port: number,
  path: string,
  headers: Record<string, string>,
  seconds: number,
  connections = 8,
  /** Ends the asking before its time. */
  signal?: AbortSignal,
): Promise<Load> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  const times: number[] = []
  await Promise.all(
    Array.from({ length: connections }, () =>
      ask(port, request, () => performance.now() < until && !signal?.aborted, times),
    ),
  )
  times.sort((a, b) => a - b)
  return {
    requestsPerSecond: times.length / ((performance.now() - started) / 1000),
    p50Ms: times[Math.floor(times.length * 0.5)] ?? Number.NaN,
    p95Ms: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  }
}

function ask(port: number, request: string, goesOn: () => boolean, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(request)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received = received.length ? Buffer.concat([received, chunk]) : chunk
      const head = received.indexOf('\r\n\r\n')
      if (head < 0) return
      const header = received.toString('latin1', 0, head)
      if (!header.startsWith('HTTP/1.1 200')) return reject(new Error(received.toString('utf8', 0, 600)))
      const length = /content-length: (\d+)/i.exec(header)?.[1]
      if (!length) return reject(new Error(`no content-length: ${header}`))
      if (received.length < head + 4 + +length) return
      times.push(performance.now() - sentAt)
      received = Buffer.alloc(0)
      if (goesOn()) send()
      else {
        socket.end()
        resolve()
      }
    })
  })
}
