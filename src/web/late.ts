import { type ComponentProps, type ComponentType, createElement, lazy, useState } from 'react'
import { create } from 'zustand'

type Late = Pick<typeof import('./shell/late.tsx'), 'notifications' | 'parts'>
type Parts = Late['parts']

export const useLate = create(() => ({ isHere: false }))
let here: Parts | undefined

/** What the shell needs only when someone reaches for it. Fetched once, after the first screen at the latest. */
export async function late(): Promise<Late> {
  const { notifications, parts } = await import('./shell/late.tsx')
  here = parts
  useLate.setState({ isHere: true })
  return { notifications, parts }
}

/**
 * One component of the late part. Once that is here it stands at once: something suspended for a moment alone would be held
 * back by React for as long as a spinner has to be seen.
 */
export function latePart<Name extends keyof Parts>(name: Name): ComponentType<ComponentProps<Parts[Name]>> {
  const partOf = (parts: Parts) => parts[name] as unknown as ComponentType<object>
  const Later = lazy(async () => ({ default: partOf((await late()).parts) }))
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, where a module begins
  return function LatePart(properties) {
    const [Now] = useState<ComponentType<object>>(() => (here ? partOf(here) : Later))
    return createElement(Now, properties as object)
  }
}
