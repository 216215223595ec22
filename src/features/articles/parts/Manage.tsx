import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { BulkReport } from '../../../core/bulk.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { exactCount, rate } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { KpiSkeleton, KpiStrip } from '../../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import type { Selection, StatusTones } from '../../../kit/list/types.ts'
import { useFiltered, useRefresh } from '../../../kit/list/useList.ts'
import { articleBulk, articleDuplicate, articleFigures, articlesList } from '../contract.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import styles from './academy.module.css'
import { DETAIL, EDIT, LIST, useCategories } from './use.ts'

const BulkForm = lazy(async () => ({ default: (await import('./BulkForm.tsx')).BulkForm }))

const TONES: StatusTones = {
  status: {
    draft: 'grey',
    in_review: 'orange',
    scheduled: 'blue',
    published: 'green',
    unpublished: 'red',
    archived: 'grey',
  },
}

/** Every article in every state, for those who look after them. */
export function Manage({ head }: { head: ReactNode }) {
  const { call, go, notify } = useApp()
  const words = useText(screenText)
  const refresh = useRefresh(articlesList)
  const { options } = useCategories()
  const [form, setForm] = useState<{ kind: 'category' | 'audience'; selection: Selection } | null>(null)

  const report = ({ done, refused }: BulkReport) => {
    if (done > 0) notify(words.bulk.done(done), 'success')
    if (refused.length > 0) notify(words.bulk.refused(refused.length, refused[0]!.msg), 'error')
  }
  const moveAll = async (selection: Selection, action: 'publish' | 'unpublish' | 'archive') => {
    const { bulk } = words
    const question = {
      publish: { title: bulk.publishTitle(selection.count), body: bulk.publishBody },
      unpublish: { title: bulk.unpublishTitle(selection.count), body: bulk.unpublishBody },
      archive: { title: bulk.archiveTitle(selection.count), body: bulk.archiveBody },
    }[action]
    if (!(await confirm({ ...question, confirm: words.actions[action], isDanger: action !== 'publish' }))) return
    try {
      report(await call(articleBulk, { body: { target: selection.target, change: { kind: 'move', action } } }))
      selection.clear()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    await refresh()
  }
  const duplicate = async (id: string) => {
    const made = await call(articleDuplicate, { params: { id }, body: {} })
    notify(words.form.copied, 'success')
    await refresh()
    go(EDIT, { id: made.id })
  }
  return (
    <>
      <ListPage
        list={articlesList}
        text={text}
        primary={['status', 'categoryId', 'isMustRead']}
        filterOptions={{ categoryId: options }}
        statusTones={TONES}
        headActions={head}
        summary={() => <Figures />}
        bulkTakesAll
        cells={{
          title: (row) => (
            <span className={styles.titleCell}>
              <PageLink className="link ellipsis" path={EDIT} search={{ id: row.articleId }}>
                {row.title}
              </PageLink>
              {row.hasChanges && <Tag tone="orange">{words.changes}</Tag>}
            </span>
          ),
          helpfulRate: (row) => rate(row.helpfulRate ?? null, 0),
        }}
        rowActions={(row) => [
          { label: words.actions.edit, run: () => go(EDIT, { id: row.articleId }) },
          { label: words.actions.read, run: () => go(DETAIL, { id: row.articleId }) },
          { label: words.actions.readers, run: () => go(LIST, { articleId: row.articleId }) },
          { label: words.actions.duplicate, run: () => void duplicate(row.articleId).catch(() => {}) },
        ]}
        bulkActions={(selection) => [
          { label: words.actions.publish, run: () => void moveAll(selection, 'publish') },
          { label: words.actions.unpublish, run: () => void moveAll(selection, 'unpublish') },
          { label: words.actions.toCategory, run: () => setForm({ kind: 'category', selection }) },
          { label: words.actions.audience, run: () => setForm({ kind: 'audience', selection }) },
          { label: words.actions.archive, isDanger: true, run: () => void moveAll(selection, 'archive') },
        ]}
      />
      <Suspense>
        {form && (
          <BulkForm
            kind={form.kind}
            target={form.selection.target}
            onDone={async (answer) => {
              report(answer)
              form.selection.clear()
              await refresh()
            }}
            onClose={() => setForm(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** What there is, what was looked for in vain, and what did not help. */
function Figures() {
  const words = useText(screenText).figures
  const { data } = useFiltered(articlesList, articleFigures, {})
  if (!data) return <KpiSkeleton tiles={4} />
  return (
    <>
      <KpiStrip
        label={words.title}
        tiles={[
          { label: words.published, value: exactCount(data.published), note: words.publishedNote },
          { label: words.drafts, value: exactCount(data.drafts), note: words.draftsNote },
          { label: words.inReview, value: exactCount(data.inReview), note: words.inReviewNote },
          {
            label: words.completion,
            value: rate(data.completion),
            help: words.completionHelp,
            note: words.completionNote,
          },
        ]}
      />
      <div className={styles.lists}>
        <section className={`card ${styles.side}`}>
          <h2>{words.misses}</h2>
          {data.misses.length === 0 && <p>{words.noMisses}</p>}
          <ul>
            {data.misses.map(({ keyword, n }) => (
              <li key={keyword}>
                <span className="ellipsis" data-content>
                  {keyword}
                </span>
                <small className="tabular">{words.times(n)}</small>
              </li>
            ))}
          </ul>
        </section>
        <section className={`card ${styles.side}`}>
          <h2>{words.low}</h2>
          {data.low.length === 0 && <p>{words.noLow}</p>}
          <ul>
            {data.low.map(({ id, title, helpful, answers }) => (
              <li key={id}>
                <PageLink className="link ellipsis" path={EDIT} search={{ id }}>
                  {title}
                </PageLink>
                <small className="tabular">{words.helpfulOf(helpful, answers)}</small>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
