import { MESSAGE_STREAM } from '../features/messages/contract.ts'
import { queryClient, readToken } from './session.ts'

const CHANNEL = 'backlot-messages'
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Follows the message box while somebody is signed in. A browser opens six connections to one host, so of all windows one
 * holds the stream and tells the others. An event says only that something changed: what is shown is then asked for
 * again, so nothing is lost over a broken connection and nothing counted twice.
 */
export function followMessages(): () => void {
  const end = new AbortController()
  const others = new BroadcastChannel(CHANNEL)
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['message'] })
  others.onmessage = refresh
  const hold = async () => {
    let waitMs = FIRST_WAIT_MS
    while (!end.signal.aborted) {
      try {
        for await (const _ of events(end.signal)) {
          waitMs = FIRST_WAIT_MS
          refresh()
          others.postMessage('changed')
        }
      } catch {
        // The server is away or the session over; the polls go on meanwhile.
      }
      await pause(waitMs, end.signal)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
  // Where there are no locks (plain http from another machine) every window asks by the clock.
  navigator.locks?.request(CHANNEL, { signal: end.signal }, hold).catch(() => {})
  return () => {
    end.abort()
    others.close()
  }
}

/** EventSource cannot say who asks; a fetch can. Comments (the server's heartbeat) are passed over. */
async function* events(signal: AbortSignal): AsyncGenerator<void> {
  const token = readToken()
  if (!token) throw new Error('signed out')
  const response = await fetch(MESSAGE_STREAM, { headers: { Authorization: `Bearer ${token}` }, signal })
  if (!response.ok || !response.body) throw new Error(String(response.status))
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n')
    text = blocks.pop()!
    if (blocks.some((block) => block.includes('event: box'))) yield
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
