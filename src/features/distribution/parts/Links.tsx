import { Button } from '@mantine/core'
import { Empty } from '../../../kit/feedback/State.tsx'
import { exactCount, shortCount } from '../../../kit/format/number.ts'
import { fullTime } from '../../../kit/format/time.ts'
import { useApp, useMay, useText } from '../../../kit/hooks/app.ts'
import { Status } from '../../../kit/list/Status.tsx'
import { check } from '../contract.ts'
import { text } from '../text.ts'
import type { Detail } from './Drawer.tsx'
import styles from './distribution.module.css'
import { safeLink } from './safeLink.ts'
import { tones } from './tones.ts'
import type { Acts } from './useActs.tsx'

type Receipt = Detail['receipts'][number]

/** Where it was published, and whether that is as agreed. */
export function Links({ detail, acts }: { detail: Detail; acts: Acts }) {
  const words = useText(text)
  const manages = useMay('distributions.manage')
  if (detail.receipts.length === 0)
    return (
      <Empty title={words.drawer.noLinks}>{manages ? words.drawer.noLinksWhyAdmin : words.drawer.noLinksWhy}</Empty>
    )
  return (
    <ul className={styles.links}>
      {detail.receipts.map((receipt) => (
        <Link key={receipt.receiptId} receipt={receipt} detail={detail} acts={acts} />
      ))}
    </ul>
  )
}

function Link({ receipt, detail, acts }: { receipt: Receipt; detail: Detail; acts: Acts }) {
  const { language } = useApp()
  const words = useText(text)
  const { actions, row, terms } = detail
  const { receiptId } = receipt
  const state = receipt.checkState as keyof typeof tones.checkState
  const platform = words.choices.platform[receipt.platform as keyof typeof words.choices.platform]
  const link = safeLink(receipt.postUrl)
  const { distId } = row
  const can = (...names: string[]) => names.some((name) => actions.includes(name))
  const pass = () =>
    void acts.act(check, { params: { id: distId }, body: { receiptId, isPassed: true } }, words.done.pass)
  const platforms = terms.platforms
    .map((one) => words.choices.platform[one as keyof typeof words.choices.platform])
    .join(words.listComma)
  return (
    <li>
      <div className={styles.linkHead}>
        {link ? (
          <a className="ellipsis" href={link} target="_blank" rel="noopener noreferrer">
            {receipt.postUrl}
          </a>
        ) : (
          <span className="ellipsis">{receipt.postUrl}</span>
        )}
        <Status tone={tones.checkState[state]}>{words.choices.checkState[state]}</Status>
      </div>
      <p>
        {[platform, receipt.channelAccount, words.drawer.published(fullTime(receipt.publishedAt))]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p title={exactCount(receipt.playCount)}>
        {words.columns.playCount} {shortCount(receipt.playCount, language)} · {words.drawer.likes}{' '}
        {shortCount(receipt.likeCount, language)}
      </p>
      {receipt.checkState === 'fail' && receipt.checkNote && <p>{words.drawer.notedFail(receipt.checkNote)}</p>}
      <div className={styles.linkTools}>
        {can('pass') && receipt.checkState !== 'pass' && (
          <Button size="xs" onClick={pass}>
            {words.actions.pass}
          </Button>
        )}
        {can('fail', 'failLast', 'failOther') && receipt.checkState !== 'fail' && (
          <Button size="xs" variant="default" onClick={() => acts.fail({ distId, receiptId })}>
            {words.actions.fail}
          </Button>
        )}
        {can('withdraw') && receipt.checkState === 'fail' && (
          <Button size="xs" onClick={() => acts.submit({ distId, platforms, replaces: receiptId })}>
            {words.actions.replace}
          </Button>
        )}
        {can('withdraw') && receipt.checkState !== 'pass' && (
          <Button size="xs" variant="default" onClick={() => void acts.withdraw(distId, receiptId)}>
            {words.actions.withdraw}
          </Button>
        )}
      </div>
    </li>
  )
}
