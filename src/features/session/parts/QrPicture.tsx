import { qrOf } from '../../../kit/format/qr.ts'
import styles from './security.module.css'

/** Light modules around the code, without which readers do not find it. */
const QUIET = 4

/** A text as a QR code, drawn here: what it holds goes to nobody. Nothing where the text is too long for one. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = qrOf(text)
  if (!rows) return null
  const size = rows.length + 2 * QUIET
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '')))
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path.join('')} />
    </svg>
  )
}
