import '@mantine/core/styles/Switch.layer.css'
import { Button, Modal, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CallError, useApp, useText } from '../../../kit/hooks/app.ts'
import { useRefresh } from '../../../kit/list/useList.ts'
import { distributionList, setSupplier } from '../contract.ts'
import { text } from '../text.ts'
import styles from './distribution.module.css'
import { useDistributionOptions } from './useOptions.ts'

/** How much each supplier is sent a day, and who is paused. */
export function Suppliers({ onClose }: { onClose(): void }) {
  const words = useText(text)
  const { quotas } = useDistributionOptions()
  return (
    <Modal opened onClose={onClose} title={words.suppliers.title}>
      <p className={styles.counts}>{words.suppliers.note}</p>
      <ul className={styles.supplierList}>
        {quotas.map((supplier) => (
          <Row key={supplier.id} supplier={supplier} />
        ))}
      </ul>
    </Modal>
  )
}

interface Quota {
  id: string
  name: string
  isPaused: boolean
  dailyQuota: number | null
}

function Row({ supplier }: { supplier: Quota }) {
  const { call, notify } = useApp()
  const words = useText(text).suppliers
  const refresh = useRefresh(distributionList)
  const [quota, setQuota] = useState(supplier.dailyQuota === null ? '' : String(supplier.dailyQuota))
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const typed = quota.trim() === '' ? null : Number(quota)
  const save = async (isPaused: boolean, dailyQuota: number | null) => {
    if (dailyQuota !== null && !(Number.isInteger(dailyQuota) && dailyQuota >= 0 && dailyQuota <= 10_000)) {
      setFault(words.bad)
      return
    }
    setFault('')
    setBusy(true)
    try {
      await call(setSupplier, { params: { id: supplier.id }, body: { isPaused, dailyQuota } })
      notify(words.saved, 'success')
      await refresh()
    } catch (error) {
      // The shell has said why.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <b>{supplier.name}</b>
      <TextInput
        aria-label={words.quotaOf(supplier.name)}
        placeholder={words.noLimit}
        inputMode="numeric"
        value={quota}
        error={fault}
        onChange={(event) => setQuota(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={typed === supplier.dailyQuota}
        loading={isBusy}
        onClick={() => void save(supplier.isPaused, typed)}
      >
        {words.save}
      </Button>
      <Switch
        label={words.paused}
        aria-label={words.pausedOf(supplier.name)}
        checked={supplier.isPaused}
        disabled={isBusy}
        onChange={(event) => void save(event.currentTarget.checked, supplier.dailyQuota)}
      />
    </li>
  )
}
