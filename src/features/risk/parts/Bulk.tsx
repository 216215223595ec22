import '@mantine/core/styles/Combobox.layer.css'
import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import type { Selection } from '../../../kit/list/types.ts'
import { riskAssign, riskDecideMany, riskDetail } from '../contract.ts'
import { MAX_BULK } from '../flow.ts'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { DecisionFields } from './DecisionFields.tsx'
import styles from './risk.module.css'
import type { BulkResult } from './Table.tsx'
import { useDecision } from './useDecision.ts'
import { useRefreshRisk, useRiskOptions } from './useRisk.ts'

interface BulkProps {
  selection: Selection
  onDone(result: BulkResult): void
  onClose(): void
}

/** Pictures shown before a decision for many; beyond, how many more there are. */
const SHOWN = 24

/** The first works of a selection, so that nobody decides on bare numbers. */
function useThumbnails(ids: string[]) {
  const { call } = useApp()
  const { data } = useQuery({
    queryKey: ['risk', 'thumbnails', ids],
    queryFn: ({ signal }) =>
      Promise.all(ids.map((id) => call(riskDetail, { params: { id } }, { signal, quiet: true }))),
  })
  return data
}

/** The same decision for many cases, with their pictures. */
export function BulkDecision({ selection, onDone, onClose }: BulkProps) {
  const { call } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const refresh = useRefreshRisk()
  const cases = useThumbnails(selection.ids.slice(0, SHOWN))
  const labels = new Set(cases?.map(({ label }) => label))
  const isSame = labels.size === 1 && selection.ids.length > 0 && selection.ids.length <= SHOWN
  const decision = useDecision(useRiskOptions(), isSame ? [...labels][0]! : null)
  const isTooMany = selection.count > MAX_BULK
  return (
    <FormModal
      title={words.bulk.decideTitle(selection.count)}
      note={isTooMany ? words.bulk.tooMany : isSame ? undefined : words.bulk.labelMixed}
      confirm={words.bulk.decide}
      isDanger
      validate={() => !isTooMany && !!decision.check()}
      submit={async (idempotencyKey) => {
        const result = await call(
          riskDecideMany,
          { body: { target: selection.target, ...decision.check()! } },
          { idempotencyKey, quiet: true },
        )
        onDone(result)
        await refresh()
      }}
      onClose={onClose}
    >
      {selection.ids.length === 0 ? (
        <p>{words.bulk.allMatching(selection.count)}</p>
      ) : (
        <ul className={styles.thumbnails}>
          {cases?.map(({ caseId, video, label }) => (
            <li key={caseId} title={video.title}>
              <Cover id={video.videoId} url={video.coverUrl} width={84} height={47} />
              <span className="ellipsis">{video.title}</span>
              <small>{names.choices.label[label as keyof typeof names.choices.label]}</small>
            </li>
          ))}
          {selection.ids.length > SHOWN && <li className={styles.moreRows}>+{selection.ids.length - SHOWN}</li>}
        </ul>
      )}
      <DecisionFields decision={decision} isDisabled={isTooMany} />
    </FormModal>
  )
}

export function AssignForm({ selection, onDone, onClose }: BulkProps) {
  const { call } = useApp()
  const words = useText(screenText)
  const refresh = useRefreshRisk()
  const options = useRiskOptions()
  const [userId, setUserId] = useState<string | null>(null)
  const [fault, setFault] = useState('')
  return (
    <FormModal
      title={words.bulk.assignTitle(selection.count)}
      validate={() => {
        setFault(userId ? '' : words.bulk.chooseReviewer)
        return !!userId
      }}
      submit={async (idempotencyKey) => {
        const body = { target: selection.target, userId: userId! }
        onDone(await call(riskAssign, { body }, { idempotencyKey, quiet: true }))
        await refresh()
      }}
      onClose={onClose}
    >
      <Select
        label={words.bulk.reviewer}
        placeholder={words.bulk.chooseReviewer}
        data={options?.reviewers.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={userId}
        onChange={setUserId}
        error={fault}
        searchable
        openOnFocus={false}
        data-autofocus
      />
    </FormModal>
  )
}

/** What became of each case of a bulk action. */
export function Report({ result, onClose }: { result: BulkResult; onClose(): void }) {
  const words = useText(screenText)
  const names = useText(text)
  return (
    <Modal opened onClose={onClose} title={words.bulk.done(result.done)}>
      {result.refused.length > 0 && (
        <>
          <p className={styles.strong}>{words.bulk.refused(result.refused.length)}</p>
          <PlainTable
            label={words.bulk.refused(result.refused.length)}
            columns={[{ name: names.columns.caseId }, { name: words.reasonLabel }]}
            rows={result.refused.map(({ id, msg }) => ({ key: id, cells: [id, msg] }))}
          />
        </>
      )}
      <div className={styles.answers}>
        <Button onClick={onClose}>{words.bulk.close}</Button>
      </div>
    </Modal>
  )
}
