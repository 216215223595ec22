import { menuOrder, routes } from '../core/access.ts'
import { openPages } from '../core/can.ts'
import { wordOf } from '../core/menuText.ts'
import type { SessionInfo } from '../core/session.ts'
import type { Language } from '../core/text.ts'
import type { OpenPage } from '../kit/hooks/openPages.ts'
import { MenuIcon } from '../kit/layout/MenuIcon.tsx'
import { pageAt } from './pages.ts'

/** What a user may open, for screens that point at other pages. */
export function openPagesOf(session: SessionInfo | null, language: Language): OpenPage[] {
  if (!session) return []
  const group = (path: string) => pageAt(path)?.parents[0]
  const rank = (path: string) => {
    const at = menuOrder.indexOf(group(path)?.path ?? path)
    return at < 0 ? menuOrder.length : at
  }
  return openPages(routes, session)
    .sort((a, b) => rank(a.path) - rank(b.path))
    .map(({ name, path, word, icon }) => ({
      name: name!,
      path,
      title: wordOf(language, word),
      icon: <MenuIcon name={icon ?? group(path)?.icon} />,
    }))
}
