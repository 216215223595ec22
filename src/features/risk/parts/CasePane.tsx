import { useState } from 'react'
import { shortCount } from '../../../kit/format/number.ts'
import { fullTime, shortTime, span } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PlainTable } from '../../../kit/list/PlainTable.tsx'
import { Status } from '../../../kit/list/Status.tsx'
import { Tag } from '../../../kit/list/Tag.tsx'
import { screenText } from '../screenText.ts'
import { text } from '../text.ts'
import { Level } from './Level.tsx'
import { Player } from './Player.tsx'
import styles from './risk.module.css'
import { stateTones } from './tones.ts'
import type { Detail } from './useRisk.ts'

interface CasePaneProps {
  detail: Detail
  isShown: boolean
  onShow(isShown: boolean): void
  onOpen(caseId: string): void
}

/** One case: what it is about, the picture, the evidence, who said what, and what was done so far. */
export function CasePane({ detail, isShown, onShow, onOpen }: CasePaneProps) {
  const { language } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  const [point, setPoint] = useState<number | null>(null)
  const { video, staff, evidence } = detail
  const labelWord = (label: string) => names.choices.label[label as keyof typeof names.choices.label]
  const stateWord = (state: string) => names.choices.state[state as keyof typeof names.choices.state]
  return (
    <>
      <div className={styles.caseHead}>
        {staff && <Level severity={staff.severity} />}
        <Tag tone="red">{labelWord(detail.label)}</Tag>
        {staff && (
          <Tag tone="grey">
            {words.source(names.choices.source[staff.source as keyof typeof names.choices.source], staff.score)}
          </Tag>
        )}
        <Status tone={stateTones[detail.state]!}>{stateWord(detail.state)}</Status>
        <span className={styles.caseNo}>{words.caseNo(detail.caseNo)}</span>
      </div>
      <h2 className={styles.caseTitle} data-content>
        {video.title}
      </h2>
      <p className={styles.caseSub}>
        {[
          names.choices.platform[video.platform as keyof typeof names.choices.platform],
          video.creatorName,
          video.partnerName,
          video.publishedAt && words.published(shortTime(video.publishedAt, language)),
          words.plays(shortCount(video.playCount, language)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Player detail={detail} isShown={isShown} onShow={onShow} point={point} onPoint={setPoint} />
      <h3 className={styles.heading}>
        {words.evidence} <span>{evidence.length}</span>
      </h3>
      {evidence.length === 0 ? (
        <p className={styles.muted}>{words.noEvidence}</p>
      ) : (
        <PlainTable
          label={words.evidence}
          columns={[
            { name: words.evidenceColumns.time },
            { name: words.evidenceColumns.form },
            { name: words.evidenceColumns.text },
            ...(staff ? [{ name: words.evidenceColumns.score, isNumeric: true }] : []),
          ]}
          rows={evidence.map(({ startMs, endMs, form, text: said, score }, at) => ({
            key: String(at),
            cells: [
              startMs === null ? (
                words.wholeWork
              ) : (
                <button key="at" type="button" className={styles.point} onClick={() => setPoint(at)}>
                  {endMs && endMs > startMs ? `${span(startMs)}–${span(endMs)}` : span(startMs)}
                </button>
              ),
              words.forms[form as keyof typeof words.forms] ?? form,
              <span key="said" className={styles.said}>
                {said}
              </span>,
              ...(staff ? [score ?? '—'] : []),
            ],
          }))}
        />
      )}
      {staff && staff.notes.length > 0 && (
        <>
          <h3 className={styles.heading}>{words.notes}</h3>
          <ul className={styles.noteList}>
            {staff.notes.map((note, at) => (
              <li key={at}>
                {note.text}
                <small>
                  {[
                    names.choices.source[note.source as keyof typeof names.choices.source],
                    note.by,
                    shortTime(note.at, language),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      <CaseLinks
        title={words.otherCases}
        items={staff?.otherCases.map((one) => ({
          id: one.caseId,
          label: labelWord(one.label),
          rest: stateWord(one.state),
        }))}
        onOpen={onOpen}
      />
      <CaseLinks
        title={words.earlier}
        items={staff?.earlier.map((one) => ({
          id: one.caseId,
          label: one.title,
          rest: [
            labelWord(one.label),
            one.effects.length
              ? names.listOf(
                  one.effects.map((effect) => names.choices.effect[effect as keyof typeof names.choices.effect]),
                )
              : stateWord(one.state),
            shortTime(one.createdAt, language),
          ].join(' · '),
        }))}
        onOpen={onOpen}
      />
      <Story detail={detail} />
    </>
  )
}

interface CaseLinksProps {
  title: string
  items: { id: string; label: string; rest: string }[] | undefined
  onOpen(caseId: string): void
}

function CaseLinks({ title, items, onOpen }: CaseLinksProps) {
  if (!items?.length) return null
  return (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.links}>
        {items.map((item) => (
          <li key={item.id}>
            <button type="button" className="ellipsis" onClick={() => onOpen(item.id)}>
              {item.label}
            </button>
            <small>{item.rest}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What happened to the case, the newest first. */
export function Story({ detail }: { detail: Detail }) {
  const { language } = useApp()
  const words = useText(screenText)
  const names = useText(text)
  return (
    <>
      <h3 className={styles.heading}>{words.story}</h3>
      <ol className={styles.story}>
        {detail.events.map((event) => {
          const reason = language === 'zh-CN' ? event.reasonZh : event.reasonEn
          const effects = event.effects.map((one) => names.choices.effect[one as keyof typeof names.choices.effect])
          return (
            <li key={event.id}>
              <b>
                {words.events[event.kind] ?? event.kind}
                {effects.length > 0 && `：${names.listOf(effects)}`.replace('：', language === 'zh-CN' ? '：' : ': ')}
              </b>
              <time title={fullTime(event.at)}>
                {[event.actor, shortTime(event.at, language)].filter(Boolean).join(' · ')}
              </time>
              {(reason || event.text) && (
                <p className={styles.storyText}>{[reason, event.text].filter(Boolean).join(' ')}</p>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
