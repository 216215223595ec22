import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Without anything that asks other hosts or draws attention to itself. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's own Chromium, without a window. */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find(existsSync)
  if (!executablePath)
    throw new Error('no Chromium: npm test installs it on Debian, elsewhere set CHROMIUM to its path')
  return chromium.launch({ executablePath, args: [...QUIET, ...flags] })
}
