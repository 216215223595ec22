import { createHmac } from 'node:crypto'

/** What a signature is made by; another way would be another version beside it. */
const VERSION = 'v1'

/** The headers a receiver checks a delivery by (docs/open-api.md). */
export function signedHeaders(secret: string, of: { id: string; event: string; body: string; now: Date }) {
  const timestamp = String(Math.floor(+of.now / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${of.body}`).digest('hex')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Backlot-Webhook/1',
    'x-backlot-delivery': of.id,
    'x-backlot-event': of.event,
    'x-backlot-timestamp': timestamp,
    'x-backlot-signature': `${VERSION}=${signature}`,
  }
}
