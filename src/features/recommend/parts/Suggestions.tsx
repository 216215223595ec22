import { Button, CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { rate } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { DrawerPage, RowDrawer } from '../../../kit/list/RowDrawer.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { recommendList, suggestionAccept, suggestionDismiss, suggestionList } from '../contract.ts'
import { text } from '../text.ts'
import type { Dialog } from './dialog.ts'
import styles from './recommend.module.css'
import { useAct } from './use.ts'

export function useSuggestions(isOperator: boolean) {
  const { call } = useApp()
  return useQuery({
    queryKey: [recommendList.key, suggestionList.path],
    queryFn: ({ signal }) => call(suggestionList, {}, { signal, quiet: true }),
    enabled: isOperator,
  })
}

/** The morning's suggestions, to accept as a draft or to dismiss. */
export function Suggestions({ open, onClose }: { open(dialog: Dialog): void; onClose(): void }) {
  const { language } = useApp()
  const words = useText(text)
  const { act, isBusy } = useAct()
  const { data, error, isError, refetch } = useSuggestions(true)
  const list = data?.suggestions ?? []
  return (
    <RowDrawer name={words.suggestions.title} isOpen onClose={onClose}>
      <DrawerPage
        header={
          <div className={styles.identity}>
            <div className={styles.identityText}>
              <h2>{words.suggestions.title}</h2>
              <p>{words.suggestions.note}</p>
            </div>
            <CloseButton size={32} aria-label={words.actions.close} onClick={onClose} data-autofocus />
          </div>
        }
      >
        <div className={styles.panel}>
          {isError ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Skeleton height={240} radius="lg" />
          ) : list.length === 0 ? (
            <Empty title={words.suggestions.empty}>{words.suggestions.emptyWhy}</Empty>
          ) : (
            <ul className={styles.claims}>
              {list.map((one) => (
                <li key={one.suggestionId}>
                  <div className={styles.suggestion}>
                    <Cover id={one.videoId} url={one.coverUrl} durationMs={one.durationMs} width={80} height={45} />
                    <div className={styles.identityText}>
                      <b>{one.title || words.untitled}</b>
                      <p className={styles.why}>
                        {language === 'zh-CN' ? one.categoryNameZh : one.categoryNameEn} ·{' '}
                        {words.choices.platform[one.platform]}
                        <br />
                        {words.suggestions.growth(rate(one.growth))}
                        <br />
                        {words.suggestions.finish(rate(one.finishRate), rate(one.finishP80))}
                      </p>
                    </div>
                    <Tag tone="blue">{words.suggestions.score(one.score)}</Tag>
                  </div>
                  <div className={styles.claimActions}>
                    <Button
                      variant="default"
                      loading={isBusy}
                      onClick={() =>
                        void act(suggestionDismiss, { params: { id: one.suggestionId } }, words.done.dismissed)
                      }
                    >
                      {words.actions.dismiss}
                    </Button>
                    <Button
                      loading={isBusy}
                      onClick={async () => {
                        const made = await act(
                          suggestionAccept,
                          { params: { id: one.suggestionId } },
                          words.done.accepted,
                        )
                        if (made) open({ kind: 'edit', id: made.id })
                      }}
                    >
                      {words.actions.accept}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </div>
      </DrawerPage>
    </RowDrawer>
  )
}
