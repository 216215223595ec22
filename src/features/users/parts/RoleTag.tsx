import type { Role } from '../../../core/access.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { Tag } from '../../../kit/list/Tag.tsx'
import { text } from '../text.ts'

/** A role as a tag; administrators stand out, since their account opens everything. */
export function RoleTag({ role }: { role: Role }) {
  const words = useText(text)
  return <Tag tone={role === 'admin' ? 'blue' : 'grey'}>{words.choices.role[role]}</Tag>
}
