import { type Finding, fail, ok, warn } from './doctor.ts'

const LIMIT_MS = 5_000

/** What stands before the server: whether it is up, adds HSTS, leaves our headers alone and keeps /metrics inside. */
export async function checkEdge(address: string, hasToken: boolean): Promise<Finding[]> {
  const ask = (path: string) =>
    fetch(new URL(path, address), { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' })
  try {
    const [page, ready, metrics] = await Promise.all(['/', '/readyz', '/metrics'].map(ask))
    const found: Finding[] = []
    const isLocal = /^(localhost|\[::1\]|127\.)/.test(new URL(address).hostname)
    if (ready!.status === 200) found.push(ok(`${address} is ready`))
    else found.push(fail(`${address}/readyz answers ${ready!.status}`, 'look into the log of server and proxy'))
    if (new URL(address).protocol !== 'https:')
      found.push(
        isLocal ? ok('asked on this machine, without TLS') : fail(`${address} is not HTTPS`, 'put TLS before it'),
      )
    else if (!page!.headers.has('strict-transport-security'))
      found.push(warn('the proxy sends no Strict-Transport-Security', 'add it there: docs/deploy/nginx.conf'))
    else found.push(ok('the proxy sends Strict-Transport-Security'))
    const policy = page!.headers.get('content-security-policy') ?? ''
    if (!policy.includes("script-src 'self'"))
      found.push(fail('the page comes without our Content-Security-Policy', 'the proxy must not remove or replace it'))
    else if (policy.includes(', '))
      found.push(warn('Content-Security-Policy is sent twice', 'do not add one in the proxy'))
    else found.push(ok('Content-Security-Policy is there once'))
    if (metrics!.status === 200 && !isLocal)
      found.push(fail('/metrics is open to whoever asks', 'close it in the proxy, or set METRICS_TOKEN'))
    else found.push(ok(hasToken ? '/metrics asks for its token' : '/metrics is for this machine'))
    return found
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    return [
      fail(`${address} does not answer: ${cause?.message || message}`, 'start the server, or look at the address'),
    ]
  }
}
