import { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import type { SessionInfo } from '../core/session.ts'
import { pickLanguage } from '../core/text.ts'
import { info, login, logout, menu } from '../features/session/contract.ts'
import { confirm } from '../kit/feedback/confirm.ts'
import { CallError } from '../kit/hooks/app.ts'
import { noteBuild } from './build.ts'
import { Client } from './client.ts'
import { notify, notifyMenu } from './notices.ts'
import { LANGUAGE_KEY, setLanguage, usePreferences } from './preferences.ts'
import { type ServerMenuItem, setSettings, THEME_KEY, useSettings } from './settings.ts'
import { SettingsSync } from './settingsSync.ts'
import { followTabs, forgetTabs } from './tabMemory.ts'
import { webText } from './text.ts'

const AGAIN_MS = 2_000
const TOKEN_KEY = 'token'
const TICKET_KEY = 'ticket'

export const useSession = create<{ info: SessionInfo | null }>(() => ({ info: null }))

const words = () => webText[usePreferences.getState().language]

export const client = new Client({
  async fetch(...request) {
    const response = await fetch(...request)
    noteBuild(response)
    return response
  },
  token: readToken,
  language: () => usePreferences.getState().language,
  warn: (message) => notify(message, 'error'),
  onSignedOut: () => void askForLogin(),
})

/** What the person arranged, here and on the server. */
const settingsSync = new SettingsSync({
  call: (...asked) => client.call(...asked),
  me: () => useSession.getState().info?.accessId ?? null,
  show(key, value) {
    if (key === LANGUAGE_KEY) setLanguage(pickLanguage(value))
    if (key === THEME_KEY) setSettings({ theme: value === 'dark' ? 'dark' : 'light' })
  },
})

/** A refusal will not change by asking again; a network that failed once may. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 1 && !(error instanceof CallError && error.code >= 400 && error.code < 500),
    },
    mutations: { retry: false },
  },
})

export function readToken(): string | null {
  return localStorage.getItem(TOKEN_KEY) || null
}

function keep(session: SessionInfo): SessionInfo {
  localStorage.setItem(TOKEN_KEY, session.accessTicket)
  localStorage.setItem(TICKET_KEY, session.accessTicket)
  useSession.setState({ info: session })
  followTabs(session)
  return session
}

/** Everything that belongs to the signed-in user leaves this window. */
function forget(): void {
  localStorage.removeItem(TOKEN_KEY)
  localStorage.removeItem(TICKET_KEY)
  useSession.setState({ info: null })
  forgetTabs()
  setSettings({ serverMenu: [], globalSettings: false })
  fetchedMenu = null
  queryClient.clear()
}

interface Credentials {
  username: string
  password: string
  remember: boolean
  /** For accounts with a second factor. */
  code?: string
}

/** Signs in, or clears what was stored and throws the refusal. */
export async function signIn(credentials: Credentials): Promise<SessionInfo> {
  try {
    const session = keep((await client.call(login, { body: credentials }, { quiet: true })) as SessionInfo)
    await settingsSync.arrive()
    return session
  } catch (error) {
    // Being asked for the second factor is not a failure.
    if (!(error instanceof CallError && error.reason === 'CODE_NEEDED')) notify((error as Error).message, 'error')
    forget()
    throw error
  }
}

/** Who is signed in. Being told to come again, while this account's own calls fill the server, ends no session. */
async function askInfo(tries = 3): Promise<SessionInfo> {
  try {
    return (await client.call(info, {}, { quiet: tries > 1 })) as SessionInfo
  } catch (error) {
    if (tries === 1 || !(error instanceof CallError && error.code === 429)) throw error
    await new Promise((again) => setTimeout(again, AGAIN_MS))
    return askInfo(tries - 1)
  }
}

export async function fetchInfo(): Promise<SessionInfo> {
  const session = keep(await askInfo())
  void settingsSync.follow()
  return session
}

/** Ends the session here whatever the server says. */
export async function signOut(): Promise<void> {
  await client.call(logout, {}, { quiet: true }).catch(() => undefined)
  forget()
}

let isAsking = false

/** The specification's dialog after a 401; several calls failing together open one. */
async function askForLogin(): Promise<void> {
  if (isAsking) return
  isAsking = true
  const { confirmLogout, loggedOutBody, reLogin, cancel } = words()
  const question = { title: confirmLogout, body: loggedOutBody, confirm: reLogin, cancel }
  if (await confirm(question)) {
    await signOut()
    location.reload()
  }
  isAsking = false
}

let fetchedMenu: Promise<ServerMenuItem[]> | null = null

/** The server's menu, fetched once per session; a failed fetch is tried again by the next navigation. */
export function serverMenu(): Promise<ServerMenuItem[]> {
  fetchedMenu ??= fetchMenu()
  fetchedMenu.catch(() => {
    fetchedMenu = null
  })
  return fetchedMenu
}

async function fetchMenu(): Promise<ServerMenuItem[]> {
  const { menuNotice, menuLoading, menuLoaded, menuFailed } = words()
  notifyMenu(menuNotice, menuLoading, 'loading')
  try {
    const items = (await client.call(menu, {}, { quiet: true })) as ServerMenuItem[]
    setSettings({ serverMenu: items })
    notifyMenu(menuNotice, menuLoaded, 'success')
    return items
  } catch (error) {
    notifyMenu(menuNotice, menuFailed, 'error')
    throw error
  }
}

/** Turns the server's menu on once it has arrived, or off; without an answer it stays as it was. */
export async function switchServerMenu(isOn: boolean): Promise<void> {
  if (isOn) {
    try {
      await serverMenu()
    } catch {
      return
    }
  }
  setSettings({ menuFromServer: isOn })
}

/** The server's menu while its setting is on, else null. */
export const activeServerMenu = () => (useSettings.getState().menuFromServer ? serverMenu() : null)
