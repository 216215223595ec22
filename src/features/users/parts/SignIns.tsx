import { deviceOf } from '../../../kit/format/device.ts'
import { MISSING } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { userSignIns } from '../contract.ts'
import { text } from '../text.ts'
import { Batches } from './Batches.tsx'
import { useBatches } from './useBatches.ts'

const TONE = { ok: 'green', refused: 'red', throttled: 'orange' } as const

/** Attempts to sign in to the account. */
export function SignIns({ id }: { id: string }) {
  const { signIns: words, tabs } = useText(text)
  const query = useBatches(userSignIns, id)
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <Batches query={query} isEmpty={rows.length === 0} empty={words.empty}>
      <PlainTable
        label={tabs.signIns}
        columns={[{ name: words.time }, { name: words.result }, { name: words.ip }, { name: words.device }]}
        rows={rows.map(({ id, at, result, ip, userAgent }) => ({
          key: id,
          cells: [
            fullTime(at),
            <Status key="result" tone={TONE[result as 'ok'] ?? 'grey'}>
              {words.results[result as 'ok'] ?? result}
            </Status>,
            ip ?? MISSING,
            <span key="device" title={userAgent ?? undefined}>
              {deviceOf(userAgent) ?? MISSING}
            </span>,
          ],
        }))}
      />
    </Batches>
  )
}
