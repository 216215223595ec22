export interface Letter {
  to: string
  subject: string
  text: string
  html: string
  /** Where the receiver says that no more of these are wanted. */
  unsubscribe: string
}

/** Why a letter did not go out: this receiver is refused for good, or the server may take it later. */
export class MailError extends Error {
  readonly isFinal: boolean

  constructor(isFinal: boolean) {
    // What the server said may repeat an address.
    super(isFinal ? 'mail: refused' : 'mail: not now')
    this.isFinal = isFinal
  }
}

/** The one way to send e-mail. Without a server for it there is none, and nothing is offered. */
export interface Mailer {
  isOn(): boolean
  /** A page of the console as an address for people outside of it. */
  address(path: string): string
  /** Throws MailError. */
  send(letter: Letter): Promise<void>
}
