import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconFileTypeHtml, IconPencil, IconPrinter } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { exactCount } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { type articleDetail, articleRead, articlesList, pathList } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { Confirmation, Feedback } from './Answers.tsx'
import { Body, type Heading } from './Body.tsx'
import { PathSteps } from './Paths.tsx'
import { Picture } from './Picture.tsx'
import styles from './reader.module.css'
import { DETAIL, EDIT, LIST } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
export type Article = Reply<typeof articleDetail>

export function Reader({ article }: { article: Article }) {
  const { call, go, notify, language } = useApp()
  const words = useText(screenText)
  const said = words.detail
  const mayWrite = useMay('articles.write')
  const [headings, setHeadings] = useState<Heading[]>([])
  const isPreview = article.versionNo === null
  const { path } = usePage().search
  const queries = useQueryClient()
  // One look is one view, however often the page is drawn.
  const counted = useRef('')
  useEffect(() => {
    const look = `${article.id} ${article.versionNo}`
    if (isPreview || counted.current === look) return
    counted.current = look
    call(articleRead, { params: { id: article.id }, body: {} }, { quiet: true })
      .then(() => queries.invalidateQueries({ queryKey: [articlesList.key, pathList.path] }))
      .catch(() => {})
  }, [call, queries, article.id, article.versionNo, isPreview])
  const exportHtml = async () => {
    const { exportArticle } = await import('./exportHtml.ts')
    await exportArticle(article)
    notify(said.exported, 'success')
  }
  return (
    <>
      <PageHead
        title={<span data-content>{article.title}</span>}
        note={
          article.isMustRead || article.isAnnouncement ? (
            <span className={styles.tags}>
              {article.isMustRead && <Tag tone="red">{words.mustRead}</Tag>}
              {article.isAnnouncement && <Tag tone="orange">{words.announcement}</Tag>}
            </span>
          ) : undefined
        }
      >
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={32} variant="default" aria-label={said.more}>
              <IconDots {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFileTypeHtml {...icon} />} onClick={() => void exportHtml()}>
              {said.exportHtml}
            </Menu.Item>
            <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
              {said.print}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {mayWrite && (
          <Button leftSection={<IconPencil {...icon} />} onClick={() => go(EDIT, { id: article.id })}>
            {said.edit}
          </Button>
        )}
      </PageHead>
      <div className={styles.page}>
        <article className={`card ${styles.sheet}`}>
          {isPreview && (
            <p className={styles.preview} role="status">
              {said.preview}
            </p>
          )}
          <p className={styles.meta}>
            <PageLink className="link" path={LIST} search={{ categoryId: article.categoryId }}>
              {language === 'zh-CN' ? article.categoryZh : article.categoryEn}
            </PageLink>
            {article.author && <b data-content>{article.author}</b>}
            {article.publishedAt && <time dateTime={article.publishedAt}>{fullTime(article.publishedAt)}</time>}
            {article.updatedAt && article.updatedAt !== article.publishedAt && (
              <span>{said.updated(fullTime(article.updatedAt))}</span>
            )}
            <span>{words.minutes(article.minutes)}</span>
            <span>{said.words(exactCount(article.words))}</span>
            {!isPreview && <span>{words.views(exactCount(article.views))}</span>}
            {!isPreview && <span>{said.readers(exactCount(article.readers))}</span>}
            {article.completion && (
              <span>
                {said.completion(exactCount(article.completion.confirmed), exactCount(article.completion.audience))}
              </span>
            )}
            {!isPreview && mayWrite && (
              <PageLink className="link" path={LIST} search={{ articleId: article.id }}>
                {words.actions.readers}
              </PageLink>
            )}
          </p>
          {article.coverKey && <Picture className={styles.cover} mediaKey={article.coverKey} alt="" />}
          <Body html={article.html} lang={article.lang} onHeadings={setHeadings} />
          {(article.tags.length > 0 || article.sourceUrl) && (
            <p className={styles.foot} data-content>
              {article.tags.map((tag) => (
                <PageLink key={tag} className={styles.tag} path={LIST} search={{ keyword: tag }}>
                  {tag}
                </PageLink>
              ))}
              {article.sourceUrl && (
                <a className="link" href={article.sourceUrl} target="_blank" rel="noopener noreferrer nofollow">
                  {said.source}
                </a>
              )}
            </p>
          )}
          {!isPreview && article.isMustRead && <Confirmation article={article} />}
          {!isPreview && <Feedback article={article} />}
          {(article.previous || article.next) && (
            <nav className={styles.neighbours} aria-label={`${said.previous} · ${said.next}`}>
              {article.previous && <Neighbour label={said.previous} to={article.previous} />}
              {article.next && <Neighbour label={said.next} to={article.next} isNext />}
            </nav>
          )}
        </article>
        <aside className={styles.aside} aria-label={said.related}>
          {path && !isPreview && <PathSteps pathId={path} articleId={article.id} />}
          {headings.length > 1 && (
            <nav className={`card ${styles.side}`} aria-label={said.toc}>
              <h2>{said.toc}</h2>
              <ul>
                {headings.map(({ id, level, text }) => (
                  <li key={id} data-level={level}>
                    <button
                      type="button"
                      onClick={() =>
                        document.getElementById(id)?.scrollIntoView({ behavior: 'smooth', block: 'start' })
                      }
                    >
                      {text}
                    </button>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {article.related.length > 0 && (
            <section className={`card ${styles.side}`}>
              <h2>{said.related}</h2>
              <ul>
                {article.related.map(({ id, title, minutes }) => (
                  <li key={id}>
                    <PageLink path={DETAIL} search={{ id }}>
                      {title}
                    </PageLink>
                    <small>{words.minutes(minutes)}</small>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </>
  )
}

function Neighbour({ label, to, isNext }: { label: string; to: { id: string; title: string }; isNext?: boolean }) {
  return (
    <PageLink className={isNext ? styles.next : styles.previous} path={DETAIL} search={{ id: to.id }}>
      <small>{label}</small>
      <span data-content>{to.title}</span>
    </PageLink>
  )
}
