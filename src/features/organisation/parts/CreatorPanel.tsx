import { Button, CloseButton, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLink, IconUnlink } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, dayOf } from '../../../core/time.ts'
import { Loading } from '../../../kit/feedback/Loading.tsx'
import { Empty, Failed } from '../../../kit/feedback/State.tsx'
import { DateField } from '../../../kit/form/dates/DateField.tsx'
import { FormModal } from '../../../kit/form/FormModal.tsx'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { DrawerPage } from '../../../kit/list/RowDrawer.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { askList } from '../../../kit/list/useList.ts'
import { type Binding, bindingAdd, bindingEnd, bindings, creatorsList, partnersList } from '../contract.ts'
import { text } from '../screenText.ts'
import { FieldsForm } from './FieldsForm.tsx'
import styles from './organisation.module.css'
import { useAct } from './use.ts'

const icon = { size: 16, stroke: 1.6 }
const TYPING_MS = 200

/** The windows in which a creator was, is and will be bound to somebody. */
export function CreatorPanel({ id, close }: { id: string; close(): void }) {
  const { call, notify } = useApp()
  const words = useText(text)
  const act = useAct()
  const [isBinding, setBinding] = useState(false)
  const [ending, setEnding] = useState<Binding>()
  const { data, error, refetch } = useQuery({
    queryKey: [creatorsList.key, 'bindings', id],
    queryFn: async ({ signal }) => (await call(bindings, { params: { id } }, { signal, quiet: true })).list,
  })
  const now = Date.now()
  const stateOf = ({ bindTime, unbindTime }: Binding) => {
    if (Date.parse(bindTime) > now) return 'planned'
    return unbindTime && Date.parse(unbindTime) <= now ? 'over' : 'running'
  }
  return (
    <DrawerPage
      header={
        <div className={styles.drawerHead}>
          <h2>{words.bindings}</h2>
          <CloseButton onClick={close} />
        </div>
      }
      footer={
        <Button leftSection={<IconLink {...icon} />} onClick={() => setBinding(true)}>
          {words.bind}
        </Button>
      }
    >
      <div className={styles.drawerBody}>
        {!data ? (
          error ? (
            <Failed error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading rows={3} />
          )
        ) : data.length === 0 ? (
          <Empty title={words.noBindings} />
        ) : (
          <ol className={styles.windows}>
            {data.map((binding) => {
              const state = stateOf(binding)
              const from = dayOf(new Date(binding.bindTime))
              // The last day is the one before the instant the window ends.
              const through = binding.unbindTime && dayOf(new Date(Date.parse(binding.unbindTime) - 1))
              return (
                <li key={binding.id}>
                  <p className={styles.windowHead}>
                    <b>{binding.partner}</b>
                    <Status tone={state === 'running' ? 'green' : state === 'planned' ? 'blue' : 'grey'}>
                      {words[state]}
                    </Status>
                  </p>
                  <p className={styles.windowDays}>
                    <span className="tabular">{through ? words.until(from, through) : words.since(from)}</span>
                    {binding.source && <span>{words.sources[binding.source] ?? binding.source}</span>}
                    {state !== 'over' && (
                      <Button
                        size="xs"
                        variant="subtle"
                        color="gray"
                        leftSection={<IconUnlink size={14} stroke={1.6} />}
                        onClick={() => setEnding(binding)}
                      >
                        {words.unbind}
                      </Button>
                    )}
                  </p>
                </li>
              )
            })}
          </ol>
        )}
      </div>
      {isBinding && <BindForm creatorId={id} onClose={() => setBinding(false)} />}
      {ending && (
        <FieldsForm
          title={words.unbind}
          note={words.unbindNote}
          confirm={words.unbind}
          fields={[{ name: 'through', label: words.through, kind: 'day', isWide: true }]}
          initial={{ through: dayOf(new Date()) }}
          submit={async ({ through = '' }, key) => {
            await act(bindingEnd, { params: { id: ending.id }, body: { through } }, key)
            notify(words.unbound, 'success')
          }}
          onClose={() => setEnding(undefined)}
        />
      )}
    </DrawerPage>
  )
}

/** Partners are looked for by the server: there may be thousands. */
function BindForm({ creatorId, onClose }: { creatorId: string; onClose(): void }) {
  const app = useApp()
  const words = useText(text)
  const act = useAct()
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed, TYPING_MS)
  const [partnerId, setPartner] = useState<string | null>(null)
  const [from, setFrom] = useState(addDays(dayOf(new Date()), 1))
  const [through, setThrough] = useState('')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { data } = useQuery({
    queryKey: [partnersList.key, 'choose', keyword],
    queryFn: async ({ signal }) =>
      (await askList(app, partnersList, { keyword, status: 'trial,active', total: 'none' }, { signal, quiet: true }))
        .list,
    placeholderData: keepPreviousData,
  })
  return (
    <FormModal
      title={words.bind}
      confirm={words.bind}
      validate={() => {
        setFaults({ ...(!partnerId && { partnerId: words.required }), ...(!from && { from: words.required }) })
        return !!partnerId && !!from
      }}
      submit={async (key) => {
        const body = { partnerId: partnerId!, from, through: through || null }
        const { attributed } = await act(bindingAdd, { params: { id: creatorId }, body }, key)
        app.notify(words.bound(attributed), 'success')
      }}
      onRefused={(error) => {
        const isKnown = ['partnerId', 'from', 'through'].includes(error.field ?? '')
        if (isKnown) setFaults({ [error.field!]: error.message })
        return isKnown
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Select
          className={styles.wide}
          data-autofocus
          label={words.partner}
          withAsterisk
          placeholder={words.partnerHint}
          data={(data ?? []).map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
          value={partnerId}
          error={faults.partnerId}
          searchable
          filter={({ options }) => options}
          nothingFoundMessage={words.noPartner}
          onSearchChange={(text) => setTyped(text.replace(/ \([^)]*\)$/, ''))}
          onChange={setPartner}
        />
        <DateField label={words.from} withAsterisk value={from} error={faults.from} onChange={setFrom} />
        <DateField
          label={words.through}
          description={faults.through ? undefined : words.open}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={through}
          error={faults.through}
          onChange={setThrough}
        />
      </div>
    </FormModal>
  )
}
