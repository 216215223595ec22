import type { Page, Request } from 'playwright-core'
import { MESSAGE_STREAM } from '../../src/features/messages/contract.ts'

/** A page's requests under way, from now on; the message box's stream, which never ends, is none. */
export function requestsOf(page: Page): Set<Request> {
  const waiting = new Set<Request>()
  page.on('request', (request) => {
    if (!request.url().endsWith(MESSAGE_STREAM)) waiting.add(request)
  })
  page.on('requestfinished', (request) => void waiting.delete(request))
  page.on('requestfailed', (request) => void waiting.delete(request))
  return waiting
}
