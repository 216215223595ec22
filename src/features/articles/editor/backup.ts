import type { Fields } from './useDraft.ts'

/** What a window had when it last could write: survives a closed tab, a dead server and a lost network. */
export interface Backup {
  /** The revision on the server that these words were written on. */
  revision: number
  fields: Fields
  at: string
}

const keyOf = (userId: string, id: string) => `article-backup:${userId}:${id}`

export function readBackup(userId: string, id: string): Backup | null {
  try {
    const backup = JSON.parse(localStorage.getItem(keyOf(userId, id)) ?? 'null') as Backup | null
    return typeof backup?.revision === 'number' && typeof backup.fields?.html === 'string' ? backup : null
  } catch {
    return null
  }
}

export function writeBackup(userId: string, id: string, backup: Backup): void {
  try {
    localStorage.setItem(keyOf(userId, id), JSON.stringify(backup))
  } catch {
    // Full or forbidden: the server's copy is then the only one, and the state beside the title says whether it is current.
  }
}

export function dropBackup(userId: string, id: string): void {
  try {
    localStorage.removeItem(keyOf(userId, id))
  } catch {
    // As above.
  }
}
