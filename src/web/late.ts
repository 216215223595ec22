import { lazy } from 'react'
import { create } from 'zustand'

type Late = typeof import('./shell/late.tsx')

export const useLate = create(() => ({ isHere: false }))

/** What the shell needs only when someone reaches for it. Fetched once, after the first screen at the latest. */
export async function late(): Promise<Late> {
  const parts = await import('./shell/late.tsx')
  useLate.setState({ isHere: true })
  return parts
}

/** One component of the late part. */
export const latePart = <Name extends Exclude<keyof Late, 'notifications'>>(name: Name) =>
  lazy(async () => ({ default: (await late())[name] }))
