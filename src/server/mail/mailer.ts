import type { Transporter } from 'nodemailer'
import { MailError, type Mailer } from '../../core/mail.ts'

export interface MailConfig {
  /** smtp:// or smtps:// with name and password where the server asks for them. */
  smtpUrl: string
  from: string
  /** Where people reach the console. */
  publicUrl: string
}

const PATIENCE_MS = 15_000

let config: MailConfig | undefined
let transport: Promise<Transporter> | undefined

/** Sets the server that takes letters; from the environment alone, never from a request. */
export function setMail(given: MailConfig | undefined): void {
  void transport?.then((open) => open.close())
  transport = undefined
  config = given
}

/** Loaded when the first letter goes out: most installations send none. */
async function open({ smtpUrl }: MailConfig): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { protocol, username, hostname } = new URL(smtpUrl)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return createTransport({
    url: smtpUrl,
    // A password never goes in the clear over a network.
    requireTLS: protocol === 'smtp:' && username !== '' && !isHere,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export const mailer: Mailer = {
  isOn: () => config !== undefined,
  address: (path) => `${config?.publicUrl ?? ''}${path}`,
  async send({ unsubscribe, ...letter }) {
    if (!config) throw new MailError(false)
    transport ??= open(config)
    try {
      const list = { unsubscribe: { url: unsubscribe, comment: 'Preferences' } }
      await (await transport).sendMail({ ...letter, from: config.from, list })
    } catch (error) {
      const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
      // A refused sign-in or sender is the operator's to mend; a refused receiver stays refused.
      throw new MailError(responseCode >= 500 && command === 'RCPT TO')
    }
  },
}
