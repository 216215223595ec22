import { Button } from '@mantine/core'
import { IconCalendarTime, IconCircleOff, IconPlayerPlay, IconPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { BulkReport, Target } from '../../core/bulk.ts'
import { confirm } from '../../kit/feedback/confirm.ts'
import { Empty } from '../../kit/feedback/State.tsx'
import { exactCount } from '../../kit/format/number.ts'
import { CallError, useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Action, Selection } from '../../kit/list/types.ts'
import { useRefresh } from '../../kit/list/useList.ts'
import { recommendList, recommendPublishMany, recommendWithdrawMany } from './contract.ts'
import type { Dialog } from './parts/dialog.ts'
import { EditItem, ItemForm } from './parts/ItemForm.tsx'
import { ItemPanel } from './parts/ItemPanel.tsx'
import { ReportModal } from './parts/ReportModal.tsx'
import { ItemCard, TitleCell } from './parts/Rows.tsx'
import { AudienceForm, ClaimForm, RejectForm, ShiftForm, SubmitForm } from './parts/SmallForms.tsx'
import { Suggestions, useSuggestions } from './parts/Suggestions.tsx'
import { OwnTiles, StaffTiles } from './parts/Tiles.tsx'
import { tones } from './parts/tones.ts'
import { useRecommendOptions } from './parts/use.ts'
import { useItemActions } from './parts/useItemActions.tsx'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 } as const
const STAFF_FILTERS = ['targetType', 'slotCode', 'status', 'categoryId']
const PARTNER_FILTERS = ['targetType', 'myState', 'platform', 'deadlineAt']

/** Recommendations: operators make and steer them, partners claim and hand in (domain page S4). */
export default function RecommendScreen() {
  const { call, notify } = useApp()
  const words = useText(text)
  const refresh = useRefresh(recommendList)
  const isOperator = useMay('recommend.write')
  const { categories } = useRecommendOptions()
  const suggestions = useSuggestions(isOperator)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  /** A dialog that has opened another does not take it along. */
  const close = (closed: Dialog) => setDialog((now) => (now === closed ? null : now))
  const actionsOf = useItemActions(setDialog)

  /** Says that all went well, or shows what did not. */
  const tell = (report: BulkReport) => {
    if (report.refused.length > 0) setDialog({ kind: 'report', report })
    else notify(words.done.bulk(exactCount(report.done)), 'success')
  }
  const moveMany = async (verb: 'publish' | 'withdraw', { target, count, clear }: Selection) => {
    const isPublish = verb === 'publish'
    const isMeant = await confirm({
      title: words.confirm[isPublish ? 'publishTitle' : 'withdrawTitle'](exactCount(count)),
      body: words.confirm[isPublish ? 'publishBody' : 'withdrawBody'],
      confirm: words.actions[verb],
      isDanger: !isPublish,
    })
    if (!isMeant) return
    try {
      const report = await call(isPublish ? recommendPublishMany : recommendWithdrawMany, { body: { target } })
      clear()
      await refresh()
      tell(report)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  const bulkActions = (selection: Selection): Action[] => {
    const { target, count, clear } = selection
    const form = (kind: 'shift' | 'audience') => () => setDialog({ kind, target, count, onDone: clear })
    return [
      {
        label: words.actions.publish,
        icon: <IconPlayerPlay {...icon} />,
        run: () => void moveMany('publish', selection),
      },
      {
        label: words.actions.withdraw,
        icon: <IconCircleOff {...icon} />,
        run: () => void moveMany('withdraw', selection),
      },
      { label: words.actions.shift, icon: <IconCalendarTime {...icon} />, run: form('shift') },
      { label: words.actions.audience, icon: <IconUsers {...icon} />, run: form('audience') },
    ]
  }
  const waiting = suggestions.data?.suggestions.length ?? 0
  return (
    <>
      <ListPage
        list={recommendList}
        text={text}
        summary={(filters) => (isOperator ? <StaffTiles filters={filters} /> : <OwnTiles />)}
        cells={{
          title: (row, density) => <TitleCell row={row} density={density} />,
          quotaLeft: (row) => (row.quotaLeft === null ? words.drawer.unlimited : exactCount(row.quotaLeft)),
        }}
        statusTones={tones}
        filterOptions={{ categoryId: categories }}
        primary={isOperator ? STAFF_FILTERS : PARTNER_FILTERS}
        headActions={
          isOperator && (
            <>
              {waiting > 0 && (
                <Button variant="default" onClick={() => setDialog({ kind: 'suggestions' })}>
                  {words.actions.suggestions(exactCount(waiting))}
                </Button>
              )}
              <Button leftSection={<IconPlus {...icon} />} onClick={() => setDialog({ kind: 'create' })}>
                {words.actions.create}
              </Button>
            </>
          )
        }
        rowActions={actionsOf}
        {...(isOperator && { bulkActions, bulkTakesAll: true })}
        drawer={(id, closeRow) => <ItemPanel key={id} id={id} open={setDialog} onClose={closeRow} />}
        card={(row) => <ItemCard row={row} />}
        emptyState={<Empty title={words.empty.title}>{isOperator ? words.empty.staff : words.empty.partner}</Empty>}
      />
      {dialog && <Dialogs dialog={dialog} open={setDialog} onClose={() => close(dialog)} tell={tell} />}
    </>
  )
}

interface DialogsProps {
  dialog: Dialog
  open(dialog: Dialog): void
  onClose(): void
  tell(report: BulkReport): void
}

function Dialogs({ dialog, open, onClose, tell }: DialogsProps) {
  const bulk = ({ target, count, onDone }: { target: Target; count: number; onDone(): void }) => ({
    target,
    count,
    onClose,
    onDone: (report: BulkReport) => {
      onDone()
      tell(report)
    },
  })
  switch (dialog.kind) {
    case 'create':
      return <ItemForm onClose={onClose} />
    case 'edit':
      return <EditItem key={dialog.id} id={dialog.id} onClose={onClose} />
    case 'claim':
      return <ClaimForm {...dialog} onClose={onClose} />
    case 'submit':
      return <SubmitForm {...dialog} onClose={onClose} />
    case 'reject':
      return <RejectForm {...dialog} onClose={onClose} />
    case 'shift':
      return <ShiftForm {...bulk(dialog)} />
    case 'audience':
      return <AudienceForm {...bulk(dialog)} />
    case 'report':
      return <ReportModal report={dialog.report} onClose={onClose} />
    case 'suggestions':
      return <Suggestions open={open} onClose={onClose} />
  }
}
