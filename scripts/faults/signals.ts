import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { drawn, type Ground } from './ground.ts'

const PAGE = '/api/data?pageSize=100&total=none'
const CLIENTS = 16
const LONGEST_MS = 1_500

/** Asks the server to end while requests are being sent, again and again: each that it took must be answered whole. */
export async function endUnderLoad(ground: Ground, times: number): Promise<string> {
  const draw = drawn('signals')
  const sums = { answered: 0, turnedAway: 0, dropped: 0, badEnds: 0 }
  let slowestMs = 0
  await ground.start()
  await ground.signIn('admin')
  for (let time = 0; time < times; time++) {
    if (time > 0) await ground.start()
    let isOver = false
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        const came = await askOnce(ground)
        sums[came]++
        if (came === 'turnedAway') await wait(5)
      }
    })
    await wait(200 + draw() * LONGEST_MS)
    const began = performance.now()
    ground.child().kill('SIGTERM')
    const code = await ground.ended()
    slowestMs = Math.max(slowestMs, performance.now() - began)
    if (code !== 0) sums.badEnds++
    isOver = true
    await Promise.all(clients)
  }
  return `${times} times SIGTERM under ${CLIENTS} clients: ${sums.answered.toLocaleString('en')} requests answered, ${sums.dropped} dropped, ${sums.turnedAway.toLocaleString('en')} found nobody listening, ${sums.badEnds} ends with another code than 0, the slowest after ${(slowestMs / 1000).toFixed(1)} s`
}

/**
 * On a connection of its own. The server says when it has read the head; what breaks from then on is dropped. What breaks
 * before was never taken: a connection may wait in the kernel's queue when the listening ends.
 */
function askOnce({ url, token }: Ground): Promise<'answered' | 'turnedAway' | 'dropped'> {
  return new Promise((resolve) => {
    let isTaken = false
    const headers = { authorization: `Bearer ${token()}`, expect: '100-continue' }
    const asked = request(url + PAGE, { agent: false, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.complete ? 'answered' : 'dropped'))
      answer.on('error', () => resolve('dropped'))
    })
    asked.on('continue', () => (isTaken = true))
    asked.on('error', () => resolve(isTaken ? 'dropped' : 'turnedAway'))
    asked.end()
  })
}
