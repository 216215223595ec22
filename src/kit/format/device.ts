const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg\/(\d+)/],
  ['WeChat', /MicroMessenger\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
]
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['iOS', /iPhone|iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** `Chrome 156 · Windows`; the user agent's first word where it is no browser we know; undefined without one. */
export function deviceOf(userAgent: string | null): string | undefined {
  if (!userAgent) return undefined
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return [`${name} ${version}`, system].filter(Boolean).join(' · ')
  }
  return userAgent.split(' ')[0]?.slice(0, 40)
}
