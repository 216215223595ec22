import { settingList, settingSave } from '../features/settings/contract.ts'
import { onStored, readStored, writeStored } from '../kit/hooks/stored.ts'
import type { Client } from './client.ts'

/** What follows a person from browser to browser, by its name in local storage. */
const FOLLOWS = /^(arco-locale|arco-theme|tab-density|tour|tab-columns:[\w-]{1,60})$/
const COLUMNS = /^tab-columns:/
/** Says nothing about the next person at this browser. */
const OWN = /^(tab-columns:|tour$)/
const SAVED_KEY = 'settings-saved'
const SEND_AFTER_MS = 1000
const ASK_AGAIN_MS = 30_000
/** Signing in does not wait longer for how the person likes it. */
const PATIENCE_MS = 1500

type Values = Record<string, string>
/** What this browser and the server agreed on last, and for whom. */
interface Saved {
  of: string
  values: Values
}

interface Plan {
  /** What this browser takes over; null forgets. */
  take: Record<string, string | null>
  /** What the server has not heard of. */
  send: Record<string, string | null>
}

/**
 * What to do about each key. A value that changed here since the last agreement is not lost: it goes to the server.
 * Otherwise the server's stands. What somebody else left in this browser is nobody's unsaved change: columns and the tour’s end go, theme
 * and language stay as the page is. Columns that are no array are ignored, here as everywhere (specification section 5).
 */
export function planSync(local: Values, server: Values, saved: Saved | null, me: string): Plan {
  const plan: Plan = { take: {}, send: {} }
  const isMine = !saved || saved.of === me
  for (const key of new Set([...Object.keys(local), ...Object.keys(server), ...Object.keys(saved?.values ?? {})])) {
    const here = local[key] ?? null
    const there = server[key] ?? null
    if (here === there || (here !== null && COLUMNS.test(key) && !isArray(here))) continue
    const isChanged = here !== (saved?.values[key] ?? null) && (isMine || here !== null)
    if (isChanged) plan.send[key] = here
    else if (there !== null || isMine || OWN.test(key)) plan.take[key] = there
  }
  return plan
}

interface Ground {
  call: Client['call']
  /** Who is signed in. */
  me(): string | null
  /** Lets the page follow a value that was taken over. */
  show(key: string, value: string): void
}

/**
 * Keeps local storage and the server's copy of a person's settings together. Local storage is read first, always: nothing
 * waits for the server but the end of a sign-in, for a moment, so that a new browser does not flash.
 */
export class SettingsSync {
  readonly #ground: Ground
  #timer: ReturnType<typeof setTimeout> | undefined
  #askedAt = 0
  constructor(ground: Ground) {
    this.#ground = ground
    onStored((key) => {
      if (FOLLOWS.test(key)) this.#later()
    })
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - this.#askedAt > ASK_AGAIN_MS) void this.follow()
    })
  }

  /** Resolves when the person's settings are here, or the wait is too long. */
  async arrive(): Promise<void> {
    await Promise.race([this.follow(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  }

  /** Asks the server and settles every difference. What fails is tried again by the next change or visit. */
  async follow(): Promise<void> {
    const me = this.#ground.me()
    if (!me) return
    this.#askedAt = Date.now()
    try {
      const { list } = await this.#ground.call(settingList, {}, { quiet: true })
      if (this.#ground.me() !== me) return
      const server = Object.fromEntries(list.map(({ key, value }) => [key, value]))
      const saved = readSaved()
      const plan = planSync(localValues(), server, saved, me)
      const agreed = { ...server }
      for (const [key, value] of Object.entries(plan.take)) {
        writeStored(key, value)
        if (value !== null) this.#ground.show(key, value)
      }
      // What waits to be sent counts as unsaved until it arrived.
      for (const key of Object.keys(plan.send)) {
        delete agreed[key]
        if (saved?.of === me && saved.values[key] !== undefined) agreed[key] = saved.values[key]
      }
      writeSaved({ of: me, values: agreed })
      await this.#sendAll(me, plan.send)
    } catch {
      // The arrangement is here; it reaches the server another time.
    }
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#sendChanged(), SEND_AFTER_MS)
  }

  async #sendChanged(): Promise<void> {
    const me = this.#ground.me()
    const saved = readSaved()
    // Before the first agreement nobody knows whose the values are.
    if (!me || saved?.of !== me) return
    await this.#sendAll(me, planSync(localValues(), saved.values, saved, me).send)
  }

  /** One that fails stays unsaved and holds up no other. */
  async #sendAll(me: string, values: Plan['send']): Promise<void> {
    await Promise.allSettled(Object.entries(values).map(([key, value]) => this.#send(me, key, value)))
  }

  async #send(me: string, key: string, value: string | null): Promise<void> {
    await this.#ground.call(settingSave, { body: { key, value } }, { quiet: true })
    const saved = readSaved()
    if (saved?.of !== me) return
    const { [key]: _, ...values } = saved.values
    writeSaved({ of: me, values: value === null ? values : { ...values, [key]: value } })
  }
}

function localValues(): Values {
  const keys = Object.keys(localStorage).filter((key) => FOLLOWS.test(key))
  return Object.fromEntries(keys.flatMap((key) => [[key, readStored(key) ?? '']]))
}

function isArray(value: string): boolean {
  try {
    return Array.isArray(JSON.parse(value))
  } catch {
    return false
  }
}

function readSaved(): Saved | null {
  try {
    const { of, values } = JSON.parse(readStored(SAVED_KEY) ?? '')
    return typeof of === 'string' && values && typeof values === 'object' ? { of, values } : null
  } catch {
    return null
  }
}

const writeSaved = (saved: Saved): void => writeStored(SAVED_KEY, JSON.stringify(saved))
