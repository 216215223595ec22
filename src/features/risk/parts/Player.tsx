import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconExternalLink, IconEye, IconEyeOff, IconVolumeOff } from '@tabler/icons-react'
import { span } from '../../../kit/format/time.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { Cover } from '../../../kit/list/Cover.tsx'
import { screenText } from '../screenText.ts'
import styles from './risk.module.css'
import type { Detail } from './useRisk.ts'

interface PlayerProps {
  detail: Pick<Detail, 'video' | 'evidence'>
  isShown: boolean
  onShow(isShown: boolean): void
  /** The evidence looked at. */
  point: number | null
  onPoint(at: number): void
}

/** The work's picture, blurred, grey and mute until somebody holds V, over a bar with the evidence on its time. */
export function Player({ detail, isShown, onShow, point, onPoint }: PlayerProps) {
  const words = useText(screenText)
  const hasKeys = useMediaQuery('(hover: hover)', true, { getInitialValueInEffect: false })
  const { video, evidence } = detail
  const length = video.durationMs
  const timed = evidence.flatMap(({ startMs }, at) => (startMs !== null && length ? [{ at, startMs }] : []))
  const link = video.shareUrl && /^https?:\/\//i.test(video.shareUrl) ? video.shareUrl : null
  const current = point === null ? 0 : (evidence[point]?.startMs ?? 0)
  return (
    <figure className={styles.player} data-shown={isShown || undefined}>
      <div className={styles.picture}>
        <Cover id={video.videoId} url={video.coverUrl} width={720} height={405} />
      </div>
      <div className={styles.shield}>
        {isShown ? (
          <p>{words.noPlayer}</p>
        ) : (
          <>
            <IconEyeOff size={22} stroke={1.6} aria-hidden />
            <p>{words.shielded}</p>
          </>
        )}
        <div className={styles.shieldActions}>
          <Button
            className={styles.view}
            aria-pressed={isShown}
            onPointerDown={() => onShow(true)}
            onPointerUp={() => onShow(false)}
            onPointerLeave={() => onShow(false)}
            onKeyDown={(event) => event.key === ' ' && onShow(true)}
            onKeyUp={() => onShow(false)}
            leftSection={isShown && <IconEye size={16} stroke={1.6} />}
          >
            {hasKeys ? words.holdToView : words.touchToView}
          </Button>
          {isShown && link && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {words.openOriginal}
            </a>
          )}
        </div>
      </div>
      <figcaption className={styles.bar}>
        <span className="tabular">{span(current)}</span>
        <span className={styles.time}>
          <i style={{ width: length ? `${(current / length) * 100}%` : 0 }} />
          {timed.map(({ at, startMs }) => (
            <button
              key={at}
              type="button"
              style={{ left: `${Math.min(98, (startMs / length!) * 100)}%` }}
              aria-label={words.reviewPoint(span(startMs))}
              title={evidence[at]!.text}
              aria-current={point === at || undefined}
              onClick={() => onPoint(at)}
            />
          ))}
        </span>
        <span className="tabular">{span(length)}</span>
        {link ? (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={words.openOriginal}
            title={words.openOriginal}
          >
            <IconExternalLink size={16} stroke={1.6} aria-hidden />
          </a>
        ) : (
          <IconVolumeOff size={16} stroke={1.6} aria-hidden />
        )}
      </figcaption>
    </figure>
  )
}
