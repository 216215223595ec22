import { LATENCY_BOUNDS_MS as BOUNDS_MS } from '../../core/latency.ts'
import type { Count } from './meter.ts'

/** One value with its labels. */
type Sample = [labels: Record<string, string>, value: number]

const escaped = (text: string): string => text.replace(/[\\\n"]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`))

function lineOf(name: string, [labels, value]: Sample): string {
  const parts = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${parts.length ? `{${parts.join(',')}}` : ''} ${value}`
}

/** One metric in the Prometheus text format, version 0.0.4; nothing where there is no sample. */
export function metric(type: 'counter' | 'gauge', name: string, help: string, samples: readonly Sample[]): string[] {
  if (samples.length === 0) return []
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => lineOf(name, sample))]
}

/** How requests were answered: a counter by class of status, and a histogram of seconds. */
export function requestMetrics(counts: readonly Count[]): string[] {
  const sorted = [...counts].sort((a, b) => (`${a.route} ${a.method}` < `${b.route} ${b.method}` ? -1 : 1))
  const answered = sorted.flatMap(({ method, route, requests, refused, failed }): Sample[] => [
    [{ method, route, status: 'ok' }, requests - refused - failed],
    [{ method, route, status: '4xx' }, refused],
    [{ method, route, status: '5xx' }, failed],
  ])
  const name = 'backlot_http_request_duration_seconds'
  const histogram = sorted.flatMap(({ method, route, requests, sumMs, buckets }) => {
    let below = 0
    const rows = BOUNDS_MS.map((bound, at) => {
      below += buckets[at]!
      return lineOf(`${name}_bucket`, [{ method, route, le: String(bound / 1000) }, below])
    })
    return [
      ...rows,
      lineOf(`${name}_bucket`, [{ method, route, le: '+Inf' }, requests]),
      lineOf(`${name}_sum`, [{ method, route }, Math.round(sumMs) / 1000]),
      lineOf(`${name}_count`, [{ method, route }, requests]),
    ]
  })
  return [
    ...metric('counter', 'backlot_http_requests_total', 'Requests answered, by class of status', answered),
    ...(histogram.length ? [`# HELP ${name} How long requests took`, `# TYPE ${name} histogram`, ...histogram] : []),
  ]
}
