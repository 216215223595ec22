import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconBell, IconFileOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Reply } from '../../../core/contract.ts'
import { dayOf } from '../../../core/time.ts'
import { confirm } from '../../../kit/feedback/confirm.ts'
import { Empty, Failed, State } from '../../../kit/feedback/State.tsx'
import { exactCount } from '../../../kit/format/number.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { PageContext, usePage } from '../../../kit/hooks/page.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { ListPageText, StatusTones } from '../../../kit/list/types.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { STATUS } from '../../../kit/theme/tokens.ts'
import type { MY_STATES } from '../contract.ts'
import { articleReach, articleReaders, articleRemind } from '../contractReaders.ts'
import { readersText } from '../readersText.ts'
import { screenText } from '../screenText.ts'
import styles from './readers.module.css'
import { DETAIL, usePartners } from './use.ts'

const icon = { size: 16, stroke: 1.6 } as const
const TONES: StatusTones = {
  state: { confirmed: 'green', read: 'blue', unread: 'grey' },
}
const COLORS = { confirmed: STATUS.live, read: STATUS.progress, unread: STATUS.idle }
type ReadState = (typeof MY_STATES)[number]
type Reach = Reply<typeof articleReach>

/** Who of an article's audience has read it, and who has confirmed it. */
export function Readers({ id }: { id: string }) {
  const { call, language } = useApp()
  const words = useText(readersText)
  const { missing } = useText(screenText).detail
  const page = usePage()
  const { data, error, refetch } = useQuery({
    queryKey: [articleReaders.key, 'reach', id],
    queryFn: ({ signal }) => call(articleReach, { params: { id } }, { signal, quiet: true }),
    retry: false,
  })
  const partners = usePartners()
  const title = data?.title ?? ''
  const names = useMemo<ListPageText>(() => {
    const named = (language: 'zh-CN' | 'en-US') => ({
      ...readersText[language],
      title: title ? readersText[language].of(title) : readersText[language].title,
    })
    return { 'zh-CN': named('zh-CN'), 'en-US': named('en-US') }
  }, [title])
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft {...icon} />} onClick={() => page.setSearch({})}>
      {words.back}
    </Button>
  )
  const audience = data && data.confirmed + data.read + data.unread
  if (error || audience === 0)
    return (
      <>
        <PageHead title={data ? names[language].title : words.title}>{back}</PageHead>
        <div className="card">
          {data ? (
            <Nobody isOut={data.status === 'published'} />
          ) : error instanceof CallError && error.code === 404 ? (
            <State icon={<IconFileOff size={18} stroke={1.6} />} title={missing} />
          ) : (
            <Failed error={error} onRetry={() => void refetch()} />
          )}
        </div>
      </>
    )
  // Whatever the list filters by, it stays the list of this article.
  const kept = {
    ...page,
    setSearch: (search: Record<string, string>, options?: { replace?: boolean }) =>
      page.setSearch({ ...search, articleId: id }, options),
  }
  return (
    <PageContext value={kept}>
      <ListPage
        list={articleReaders}
        text={names}
        summary={() => <Bar id={id} reach={data} />}
        statusTones={TONES}
        primary={['state', 'role', 'partnerId']}
        withoutFilters={['articleId']}
        filterOptions={{ partnerId: partners }}
        headActions={
          <>
            {back}
            {data?.isMustRead && data.status === 'published' && <Remind id={id} reach={data} />}
          </>
        }
      />
    </PageContext>
  )
}

function Nobody({ isOut }: { isOut: boolean }) {
  const words = useText(readersText)
  return isOut ? (
    <Empty title={words.nobody}>{words.nobodyBody}</Empty>
  ) : (
    <Empty title={words.notOut}>{words.notOutBody}</Empty>
  )
}

/** How many are where, as lengths of one bar; each part narrows the list to it. */
function Bar({ id, reach }: { id: string; reach: Reach | undefined }) {
  const words = useText(readersText)
  const { search, setSearch } = usePage()
  if (!reach) return <Skeleton height={78} radius="md" mb={12} />
  const all = reach.confirmed + reach.read + reach.unread
  const shown = (['confirmed', 'read', 'unread'] as const).filter(
    (state) => state !== 'confirmed' || reach.isMustRead || reach.confirmed > 0,
  )
  const nameOf = (state: ReadState) => (state === 'read' && !reach.isMustRead ? words.plainRead : words.states[state])
  return (
    <section className={`card ${styles.reach}`} aria-label={words.title}>
      <div className={styles.parts}>
        <b className="tabular">{reach.isMustRead ? words.audience(exactCount(all)) : words.readers(exactCount(all))}</b>
        {shown.map((state) => (
          <button
            key={state}
            type="button"
            className={styles.part}
            aria-pressed={search.state === state}
            title={words.show(nameOf(state))}
            onClick={() => setSearch(search.state === state ? {} : { state })}
          >
            <i style={{ background: COLORS[state] }} />
            {nameOf(state)} <span className="tabular">{exactCount(reach[state])}</span>
          </button>
        ))}
        <PageLink className={`link ${styles.open}`} path={DETAIL} search={{ id }}>
          {words.article}
        </PageLink>
      </div>
      <div className={styles.bar} aria-hidden>
        {shown.map((state) => (
          <i key={state} style={{ flexGrow: reach[state], background: COLORS[state] }} />
        ))}
      </div>
    </section>
  )
}

/** A notice to whoever has not confirmed, once a day. */
function Remind({ id, reach }: { id: string; reach: Reach }) {
  const { call, notify } = useApp()
  const words = useText(readersText)
  const refresh = useRefresh(articleReaders)
  const left = reach.read + reach.unread
  const isDone = reach.remindedOn === dayOf(new Date())
  if (left === 0) return null
  const remind = async () => {
    if (!(await confirm({ title: words.remindTitle(exactCount(left)), body: words.remindBody, confirm: words.remind })))
      return
    try {
      const { reminded } = await call(articleRemind, { params: { id }, body: {} })
      notify(words.reminded(reminded), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    await refresh()
  }
  return (
    <Button
      leftSection={<IconBell {...icon} />}
      disabled={isDone}
      title={reach.remindedOn ? words.remindedOn(reach.remindedOn) : undefined}
      onClick={() => void remind()}
    >
      {isDone ? words.remindedToday : words.remind}
    </Button>
  )
}
