import { lazy } from 'react'
import { create } from 'zustand'

type Late = Pick<typeof import('./shell/late.tsx'), 'notifications' | 'parts'>

export const useLate = create(() => ({ isHere: false }))

/** What the shell needs only when someone reaches for it. Fetched once, after the first screen at the latest. */
export async function late(): Promise<Late> {
  const { notifications, parts } = await import('./shell/late.tsx')
  useLate.setState({ isHere: true })
  return { notifications, parts }
}

/** One component of the late part. */
export const latePart = <Name extends keyof Late['parts']>(name: Name) =>
  lazy(async () => ({ default: (await late()).parts[name] }))
