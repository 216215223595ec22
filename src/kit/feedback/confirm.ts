/** A question with two answers, asked anywhere and shown by the one dialog the shell hosts. */
export interface Question {
  title: string
  body?: string
  confirm?: string
  cancel?: string
  /** The confirming verb destroys something. */
  isDanger?: boolean
}

interface Asked extends Question {
  answer(isConfirmed: boolean): void
}

let asked: Asked | null = null
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

/** Resolves to true when confirmed. A question asked while another is open answers the earlier one with "no". */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    asked = {
      ...question,
      answer(isConfirmed) {
        asked = null
        changed()
        resolve(isConfirmed)
      },
    }
    changed()
  })
}

export const openQuestion = {
  get: () => asked,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
