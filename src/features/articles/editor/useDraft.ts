import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { CallError, useApp } from '../../../kit/hooks/app.ts'
import { articleLock, type Draft, draftSave } from '../contract.ts'
import { dropBackup, writeBackup } from './backup.ts'

const AUTOSAVE_MS = 10_000
const BACKUP_MS = 400
const HEARTBEAT_MS = 30_000

/** What is written: the text and what is said about it. */
export type Fields = Pick<Draft, 'title' | 'author' | 'digest' | 'coverKey' | 'tags' | 'lang' | 'sourceUrl' | 'html'>

export const fieldsOf = ({ title, author, digest, coverKey, tags, lang, sourceUrl, html }: Fields): Fields => ({
  ...{ title, author, digest, coverKey, tags, lang, sourceUrl, html },
})

export type SaveState =
  | { kind: 'saved'; at: string }
  | { kind: 'dirty' }
  | { kind: 'saving' }
  /** The server could not be reached, or did not answer well: the words are in this browser and are tried again. */
  | { kind: 'offline' }
  /** The server does not take a field as it is; the words are in this browser. */
  | { kind: 'invalid'; msg: string }
  /** The text was cleared; nobody has said that it is meant. */
  | { kind: 'empty' }
  /** Another text was saved meanwhile. */
  | { kind: 'conflict'; theirs: Draft }

export interface Lock {
  isMine: boolean
  holder: string | null
}

interface Options {
  id: string
  draft: Draft
  /** What is on the page now. */
  read(): Fields
}

/**
 * Keeps an article's words: in this browser at once, on the server every ten seconds and whenever the editor is left.
 * What the server refuses stays here until a person has decided.
 */
export function useDraft({ id, draft, read }: Options) {
  const { call, session } = useApp()
  const userId = session!.accessId
  const [window] = useState(() => crypto.randomUUID())
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: draft.savedAt })
  const [lock, setLock] = useState<Lock | null>(null)
  const revision = useRef(draft.revision)
  /** Counts changes, so that one made while a save is under way is not taken for saved. */
  const edits = useRef(0)
  const savedEdits = useRef(0)
  const running = useRef<Promise<boolean> | null>(null)
  const latest = useRef(read)
  latest.current = read
  const timers = useRef<{ save?: ReturnType<typeof setTimeout>; backup?: ReturnType<typeof setTimeout> }>({})
  /** A refusal that waits for a person: no clock saves over it. */
  const isHalted = useRef(false)

  const backUp = useCallback(() => {
    clearTimeout(timers.current.backup)
    timers.current.backup = undefined
    if (edits.current === savedEdits.current) return
    writeBackup(userId, id, { revision: revision.current, fields: latest.current(), at: new Date().toISOString() })
  }, [id, userId])

  const saveOnce = useCallback(
    async (isCleared: boolean): Promise<boolean> => {
      const before = edits.current
      const fields = latest.current()
      setState({ kind: 'saving' })
      try {
        const saved = await call(
          draftSave,
          { params: { id }, body: { ...fields, revision: revision.current, window, isCleared } },
          { quiet: true },
        )
        revision.current = saved.revision
        savedEdits.current = before
        if (edits.current === before) {
          dropBackup(userId, id)
          setState({ kind: 'saved', at: saved.savedAt })
        } else {
          backUp()
          setState({ kind: 'dirty' })
        }
        return edits.current === before
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        backUp()
        const { reason } = error
        isHalted.current = reason === 'DRAFT_CHANGED' || reason === 'EMPTY_OVER_TEXT' || reason === 'LOCKED'
        if (reason === 'DRAFT_CHANGED') setState({ kind: 'conflict', theirs: error.data.current as Draft })
        else if (reason === 'EMPTY_OVER_TEXT') setState({ kind: 'empty' })
        else if (reason === 'LOCKED') {
          setLock({ isMine: false, holder: String(error.data.holder ?? '') })
          setState({ kind: 'dirty' })
        } else if (error.code === 0 || error.code >= 500 || error.code === 401 || error.code === 429)
          setState({ kind: 'offline' })
        else setState({ kind: 'invalid', msg: error.message })
        return false
      }
    },
    [backUp, call, id, userId, window],
  )

  const autosave = useRef<() => void>(() => {})
  /** Saves what there is, after a save that is under way; true when the server has everything. */
  const save = useCallback(
    async (isCleared = false): Promise<boolean> => {
      clearTimeout(timers.current.save)
      timers.current.save = undefined
      if (running.current) await running.current
      if (edits.current === savedEdits.current && !isCleared) return true
      running.current = saveOnce(isCleared).finally(() => {
        running.current = null
      })
      const isDone = await running.current
      if (!isDone) autosave.current()
      return isDone
    },
    [saveOnce],
  )
  autosave.current = () => {
    if (timers.current.save || isHalted.current || edits.current === savedEdits.current) return
    timers.current.save = setTimeout(() => {
      timers.current.save = undefined
      void save()
    }, AUTOSAVE_MS)
  }

  /** Something was written. */
  const touch = useCallback(() => {
    edits.current++
    setState((now) =>
      now.kind === 'conflict' || now.kind === 'offline' || now.kind === 'saving' ? now : { kind: 'dirty' },
    )
    // A text that was refused for being empty is tried again once there are words in it.
    setState((now) => {
      if (now.kind !== 'conflict') isHalted.current = false
      return now
    })
    timers.current.backup ??= setTimeout(backUp, BACKUP_MS)
    autosave.current()
  }, [backUp])

  /** Where the editor is left: by a click elsewhere, another tab, a closed window. */
  const leave = useCallback(() => {
    backUp()
    if (!isHalted.current) void save()
  }, [backUp, save])

  const askLock = useCallback(
    async (wish: 'begin' | 'hold' | 'takeOver' | 'release') => {
      const ask = (act: 'hold' | 'takeOver' | 'release') =>
        call(articleLock, { params: { id }, body: { window, act } }, { quiet: true })
      try {
        let answer = await ask(wish === 'begin' ? 'hold' : wish)
        if (wish === 'release') return
        // Of two windows of one person the newer writes: the older was most likely closed without a word.
        if (wish === 'begin' && !answer.isMine && answer.isSelf) answer = await ask('takeOver')
        setLock({ isMine: answer.isMine, holder: answer.holder })
        if (answer.isMine && wish === 'takeOver') {
          isHalted.current = false
          autosave.current()
        }
      } catch (error) {
        // Without an answer the last one stands: a dead server locks nobody out of their own words.
        if (!(error instanceof CallError)) throw error
      }
    },
    [call, id, window],
  )

  useEffect(() => {
    void askLock('begin')
    const beat = setInterval(() => void askLock('hold'), HEARTBEAT_MS)
    const hide = () => document.visibilityState === 'hidden' && leave()
    const stop = new AbortController()
    const { signal } = stop
    document.addEventListener('visibilitychange', hide, { signal })
    globalThis.addEventListener('pagehide', backUp, { signal })
    globalThis.addEventListener('blur', leave, { signal })
    globalThis.addEventListener('online', () => void save(), { signal })
    return () => {
      stop.abort()
      clearInterval(beat)
      backUp()
      void save().then(() => askLock('release'))
    }
  }, [askLock, backUp, leave, save])

  /** After a person has looked at both texts: the next save is made on theirs. */
  const acceptRevision = useCallback((next: number) => {
    revision.current = next
    isHalted.current = false
  }, [])
  /** The server holds exactly this; nothing of this window is left to save. */
  const settle = useCallback(
    (next: number, at: string) => {
      revision.current = next
      savedEdits.current = edits.current
      isHalted.current = false
      dropBackup(userId, id)
      setState({ kind: 'saved', at })
    },
    [id, userId],
  )
  return useMemo(
    () => ({ state, lock, window, touch, save, leave, askLock, acceptRevision, settle, revision }),
    [state, lock, window, touch, save, leave, askLock, acceptRevision, settle],
  )
}
