import { IconDownload } from '@tabler/icons-react'
import { exactCount } from '../../../kit/format/number.ts'
import { shortDay, shortTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { useOpenPages } from '../../../kit/hooks/openPages.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { text } from '../text.ts'
import { Card } from './Card.tsx'
import { type Summary, useOpenPage } from './summary.ts'
import styles from './workplace.module.css'

/** The pages the user opened last, as the server remembers them. */
export function Recent({ names }: { names: readonly string[] }) {
  const words = useText(text)
  const pages = useOpenPages()
  const shown = names.flatMap((name) => pages.find((page) => page.name === name) ?? [])
  return (
    <Card title={words.recent}>
      {shown.length > 0 ? (
        <ul className={styles.recent}>
          {shown.map(({ name, path, title, icon }) => (
            <li key={name}>
              <PageLink path={path}>
                <i aria-hidden>{icon}</i>
                <span title={title}>{title}</span>
              </PageLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.nothing}>{words.recentEmpty}</p>
      )}
    </Card>
  )
}

const ARTICLE = '/dashboard/article_detail'
const TONES = { data: 'blue', import: 'green', article: 'orange' } as const

/** What is announced, and what happened to the data lately. */
export function Notices({ notices }: { notices: Summary['notices'] }) {
  const { language } = useApp()
  const words = useText(text)
  const imports = useOpenPage('imports')
  return (
    <Card title={words.notices}>
      {notices.length > 0 ? (
        <ul className={styles.notices}>
          {notices.map(({ kind, subject, at, rows, id }) => {
            const line = {
              data: () => words.dataNotice(shortDay(subject, language)),
              import: () => words.importNotice(subject, exactCount(rows)),
              article: () => subject,
            }[kind]()
            return (
              <li key={`${kind} ${subject} ${at}`}>
                <Tag tone={TONES[kind]}>{words.noticeKinds[kind]}</Tag>
                {id ? (
                  <PageLink className={`ellipsis ${styles.work}`} path={ARTICLE} search={{ id }}>
                    {line}
                  </PageLink>
                ) : kind === 'import' && imports ? (
                  <PageLink className={`ellipsis ${styles.work}`} path={imports.path} search={{ status: 'applied' }}>
                    {line}
                  </PageLink>
                ) : (
                  <span className="ellipsis" title={line}>
                    {line}
                  </span>
                )}
                <time dateTime={at}>{shortTime(at, language)}</time>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className={styles.nothing}>{words.noNotices}</p>
      )}
    </Card>
  )
}

/** The academy's documents, and for administrators the description of the interface as a file. */
export function Docs({ docs }: { docs: Summary['docs'] }) {
  const { download } = useApp()
  const words = useText(text)
  const readsApi = useMay('apiDocs.read')
  if (docs.length === 0 && !readsApi) return null
  return (
    <Card title={words.docs}>
      {docs.map(({ id, title }) => (
        <PageLink key={id} className={`ellipsis ${styles.document}`} path={ARTICLE} search={{ id }}>
          {title}
        </PageLink>
      ))}
      {readsApi && (
        <button
          type="button"
          className={styles.document}
          onClick={() => void download('/api/openapi.json').catch(() => {})}
        >
          <IconDownload size={16} stroke={1.6} aria-hidden />
          {words.apiDocument}
        </button>
      )}
    </Card>
  )
}
