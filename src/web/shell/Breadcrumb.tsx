import { IconChevronRight, IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { HOME } from '../../core/access.ts'
import { menuText } from '../../core/menuText.ts'
import { useText } from '../../kit/hooks/app.ts'
import { pageAt } from '../pages.ts'
import { webText } from '../text.ts'
import styles from './Shell.module.css'
import { useWord } from './useMenu.ts'

/** The path's labels of a page, outermost first: its block, its groups, itself. */
export function Breadcrumb({ path }: { path: string }) {
  const words = useText(webText)
  const { sections } = useText(menuText)
  const word = useWord()
  const page = pageAt(path)
  if (!page) return null
  const { route, parents } = page
  const section = [route, ...parents, pageAt(route.activeMenu ?? '')?.route].find((line) => line?.section)?.section
  const labels = [
    ...(section && section !== 'dashboard' ? [sections[section]] : []),
    ...[...parents, route].map((line) => word(line.path, line.word)),
  ]
  return (
    <nav aria-label={words.breadcrumb}>
      <ol className={styles.breadcrumb}>
        <li>
          <Link to={HOME} aria-label={words.home} className={styles.home}>
            <IconHome size={14} stroke={1.6} aria-hidden />
          </Link>
        </li>
        {labels.map((label, at) => (
          <li key={at} aria-current={at === labels.length - 1 ? 'page' : undefined}>
            <IconChevronRight size={14} stroke={1.6} aria-hidden />
            {label}
          </li>
        ))}
      </ol>
    </nav>
  )
}
