import { ShownOnce } from '../../../kit/feedback/ShownOnce.tsx'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import type { OneTimeLink } from './dialog.ts'

/** The link to set a password, shown once. */
export function LinkDialog({ displayName, link, close }: { displayName: string; link: OneTimeLink; close(): void }) {
  const words = useText(text).link
  return (
    <ShownOnce
      title={words.title}
      about={words.about(displayName)}
      label={words.label}
      secret={new URL(link.path, location.origin).href}
      hint={words.once(fullTime(link.expiresAt))}
      onClose={close}
    />
  )
}
