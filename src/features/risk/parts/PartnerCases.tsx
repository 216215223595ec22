import { Button, CloseButton, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { fullTime, span } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { riskAppeal, riskFix, riskList } from '../contract.ts'
import { MAX_APPEAL, MIN_APPEAL } from '../flow.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { Story } from './CasePane.tsx'
import { Outcome } from './OutcomePane.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { ReportButton } from './ReportForm.tsx'
import styles from './risk.module.css'
import { CaseCard, TitleCell } from './Table.tsx'
import { Tiles } from './Tiles.tsx'
import { stateTones, tones } from './tones.ts'
import { type Detail, useCase, useNow, useRefreshRisk } from './useRisk.ts'

const PRIMARY = ['state', 'label', 'appealState', 'createdAt']
const WITHOUT = ['creatorId']

/** A partner's own cases: what was found, what was decided and why, and its one answer. */
export function PartnerCases() {
  const words = useText(screenText)
  const now = useNow(60_000)
  return (
    <ListPage
      list={riskList}
      text={text}
      headActions={<ReportButton />}
      summary={(filters) => <Tiles filters={filters} />}
      cells={{ title: (row, density) => <TitleCell row={row} density={density} /> }}
      statusTones={tones}
      primary={PRIMARY}
      withoutFilters={WITHOUT}
      drawer={(id, close) => <PartnerCase key={id} id={id} onClose={close} />}
      card={(row) => <CaseCard row={row} now={now} />}
      emptyState={<Empty title={words.partner.empty}>{words.partner.emptyBody}</Empty>}
    />
  )
}

function PartnerCase({ id, onClose }: { id: string; onClose(): void }) {
  const { call, notify } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const refresh = useRefreshRisk()
  const [asks, setAsks] = useState<'appeal' | 'fix' | null>(null)
  const { data, isError, error, refetch } = useCase(id)
  if (!data)
    return (
      <DrawerPage header={<CloseButton aria-label={words.bulk.close} onClick={onClose} />}>
        {isError ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} m={20} radius="md" />
        )}
      </DrawerPage>
    )
  const may = (action: string) => data.actions.includes(action)
  return (
    <>
      <DrawerPage
        header={
          <div className={styles.identity}>
            <Cover
              id={data.video.videoId}
              url={data.video.coverUrl}
              durationMs={data.video.durationMs}
              width={112}
              height={63}
            />
            <div className={styles.rowText}>
              <h2>{data.video.title}</h2>
              <p className={styles.tags}>
                <Tag tone="red">{names.choices.label[data.label as keyof typeof names.choices.label]}</Tag>
                <Status tone={stateTones[data.state]!}>
                  {names.choices.state[data.state as keyof typeof names.choices.state]}
                </Status>
                <span className={styles.muted}>{data.caseNo}</span>
              </p>
            </div>
            <CloseButton aria-label={words.bulk.close} onClick={onClose} />
          </div>
        }
        footer={
          (may('appeal') || may('fix')) && (
            <>
              {data.appealDueAt && <Deadline at={data.appealDueAt} />}
              {may('appeal') && (
                <Button variant="default" onClick={() => setAsks('appeal')}>
                  {words.partner.appeal}
                </Button>
              )}
              {may('fix') && <Button onClick={() => setAsks('fix')}>{words.partner.fix}</Button>}
            </>
          )
        }
      >
        <Body detail={data} />
      </DrawerPage>
      {asks && (
        <ReasonForm
          title={asks === 'appeal' ? words.partner.appealTitle : words.partner.fixTitle}
          note={asks === 'appeal' ? words.partner.appealNote : words.partner.fixNote}
          label={asks === 'appeal' ? words.partner.appealLabel : words.partner.fixLabel}
          confirm={asks === 'appeal' ? words.partner.appeal : words.partner.fix}
          min={MIN_APPEAL}
          max={MAX_APPEAL}
          rule={words.partner.length}
          submit={async (typed, idempotencyKey) => {
            const endpoint = asks === 'appeal' ? riskAppeal : riskFix
            await call(endpoint, { params: { id }, body: { text: typed } }, { idempotencyKey, quiet: true })
            notify(words.partner.sent, 'success')
            await refresh()
          }}
          onClose={() => setAsks(null)}
        />
      )}
    </>
  )
}

function Deadline({ at }: { at: string }) {
  const words = useText(screenText)
  const now = useNow(60_000)
  return (
    <span className={styles.deadline} title={fullTime(at)}>
      {words.partner.deadline} · {words.due((Date.parse(at) - now) / 60_000)}
    </span>
  )
}

function Body({ detail }: { detail: Detail }) {
  const words = useText(screenText)
  const { evidence } = detail
  return (
    <div className={styles.partnerBody}>
      {detail.effects.length === 0 ? (
        <p className={styles.muted}>{words.partner.reviewing}</p>
      ) : (
        <Outcome detail={detail} />
      )}
      {detail.appealText && (
        <section className={styles.quote}>
          <h3 className={styles.sideHeading}>{words.partner.yourAppeal}</h3>
          <p>{detail.appealText}</p>
        </section>
      )}
      {detail.fixText && (
        <section className={styles.quote}>
          <h3 className={styles.sideHeading}>{words.partner.yourFix}</h3>
          <p>{detail.fixText}</p>
        </section>
      )}
      {evidence.length > 0 && (
        <section>
          <h3 className={styles.sideHeading}>{words.evidence}</h3>
          <ul className={styles.noteList}>
            {evidence.map((one, at) => (
              <li key={at}>
                {one.text}
                <small>
                  {one.startMs === null ? words.wholeWork : span(one.startMs)} ·{' '}
                  {words.forms[one.form as keyof typeof words.forms] ?? one.form}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Story detail={detail} />
    </div>
  )
}
