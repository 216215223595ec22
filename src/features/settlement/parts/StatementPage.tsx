import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Waterfall } from '../../../kit/chart/Waterfall.tsx'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { figureOf } from '../../../kit/format/figure.ts'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { usePage } from '../../../kit/hooks/page.ts'
import { PageHead } from '../../../kit/layout/PageHead.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { screenText } from '../screenText.ts'
import { text } from '../statementText.ts'
import { Actions } from './Actions.tsx'
import { Aside } from './Aside.tsx'
import { BillFiles } from './BillFiles.tsx'
import { Lines } from './Lines.tsx'
import styles from './settlement.module.css'
import { stateTones } from './tones.ts'
import { type Detail, useStatement } from './use.ts'

/** One statement: what is paid and why, down to the row each fen is from, and what may be done with it (domain page S10). */
export function StatementPage({ id }: { id: string }) {
  const words = useText(screenText)
  const page = usePage()
  const statement = useStatement(id)
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={() => page.setSearch({})}>
      {words.back}
    </Button>
  )
  if (statement.isPending) return <Loading />
  if (!statement.data) {
    const isMissing = statement.error instanceof CallError && statement.error.code === 404
    return (
      <>
        <PageHead title={words.statement(id)}>{back}</PageHead>
        <div className="card">
          {isMissing ? (
            <Empty title="404">{words.notFound}</Empty>
          ) : (
            <Failed error={statement.error} onRetry={() => void statement.refetch()} />
          )}
        </div>
      </>
    )
  }
  return <Standing key={statement.data.statement.statementId} detail={statement.data} back={back} />
}

function Standing({ detail, back }: { detail: Detail; back: React.ReactNode }) {
  const words = useText(screenText)
  const names = useText(text)
  const { statement } = detail
  const [picked, pick] = useState<readonly number[]>([])
  return (
    <>
      <PageHead
        title={
          <span className={styles.title}>
            {words.statement(statement.no)}{' '}
            <Tag tone={stateTones[statement.state]}>{names.states[statement.state]}</Tag>
            {statement.isHeld && <Tag tone="red">{words.held}</Tag>}
          </span>
        }
        note={words.meta(
          statement.partnerName,
          names.products[statement.product],
          statement.period.slice(0, 7),
          statement.rev,
          statement.planNumber,
        )}
      >
        {back}
        <BillFiles id={statement.statementId} />
        <Actions detail={detail} picked={picked} onPicked={() => pick([])} />
      </PageHead>
      {statement.isVoidProposed && (
        <p className={styles.banner} role="status">
          {words.voidProposed}
        </p>
      )}
      <div className={styles.sides}>
        <div className={styles.main}>
          <section className={`card ${styles.panel}`}>
            <Course statement={statement} />
          </section>
          <Lines detail={detail} picked={picked} pick={pick} />
        </div>
        <Aside detail={detail} />
      </div>
    </>
  )
}

function Course({ statement }: { statement: Detail['statement'] }) {
  const { language } = useApp()
  const words = useText(screenText)
  const { steps } = words
  const { estimateFen, grossFen, movedFen, isSplitOff } = statement
  // What was split off is neither earned less nor taken: it stands on a statement of its own.
  const builtFen = grossFen + movedFen
  const changes = [
    { key: 'settled', name: steps.settled, value: estimateFen === 0 ? 0 : builtFen - estimateFen },
    { key: 'moved', name: steps.moved, value: -movedFen, isMove: true },
    { key: 'deduct', name: steps.deduct, value: statement.deductFen },
    { key: 'adjust', name: steps.adjust, value: statement.adjustFen },
    { key: 'carry', name: steps.carry, value: statement.carryFen },
    { key: 'tax', name: steps.tax, value: -statement.taxFen },
  ]
  const first =
    estimateFen === 0
      ? { key: 'gross', name: isSplitOff ? steps.movedIn : steps.gross, value: builtFen }
      : { key: 'estimate', name: steps.estimate, value: estimateFen }
  return (
    <Waterfall
      title={words.waterfall}
      note={words.yuan}
      stepsName={words.step}
      format={figureOf('money', language)}
      steps={[
        { ...first, isSum: true },
        ...changes.filter(({ value }) => value !== 0),
        { key: 'net', name: steps.net, value: statement.netFen, isSum: true },
      ]}
    />
  )
}
