import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useText } from '../../kit/hooks/app.ts'
import type { Brand } from './LoginFrame.tsx'
import styles from './login.module.css'
import { loginText } from './screenText.ts'

const SLIDE_MS = 6000

/** Three slogans in turn beside a drawn curve; stands still under the pointer, the focus, and for who wants no motion. */
export function Banner({ name, mark, slogans: own }: Pick<Brand, 'name' | 'mark' | 'slogans'>) {
  const { slogans: builtIn, slides, slide } = useText(loginText)
  const slogans = own.length > 0 ? own : builtIn
  const prefersStill = useReducedMotion()
  const [shown, setShown] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const isStill = prefersStill || isHeld
  // `shown` restarts the clock, so that a chosen slide stays for its full time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => setShown((at) => (at + 1) % slogans.length), SLIDE_MS)
    return () => clearInterval(timer)
  }, [isStill, shown, slogans.length])
  const slogan = slogans[shown % slogans.length]!
  return (
    <section
      className={styles.banner}
      aria-label={slides}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.logo}>
        {mark}
        {name}
      </div>
      <Motif at={shown % STOPS.length} />
      <div className={styles.slogan} key={shown}>
        <p className={styles.sloganTitle}>{slogan.title}</p>
        <p className={styles.sloganBody}>{slogan.body}</p>
      </div>
      <div className={styles.dots}>
        {slogans.map(({ title }, at) => (
          <button
            key={title}
            type="button"
            aria-label={slide(at + 1)}
            aria-current={at === shown}
            onClick={() => setShown(at)}
          />
        ))}
      </div>
    </section>
  )
}

const CURVE =
  'M0 216C62 208 94 172 130 174 186 176 190 112 240 110 268 109 264 116 286 108 322 94 338 52 366 50 386 48 392 58 410 46 428 34 436 10 456 4'
/** Where the light stands on the curve, a stop per slide. */
const STOPS = [
  { x: 130, y: 174 },
  { x: 240, y: 110 },
  { x: 366, y: 50 },
]

function Motif({ at }: { at: number }) {
  const { x, y } = STOPS[at]!
  return (
    <svg className={styles.motif} viewBox="0 0 456 280" aria-hidden="true">
      {[20, 76, 132, 188, 244].map((line) => (
        <path key={line} d={`M0 ${line}H456`} stroke="#fff" strokeOpacity=".16" />
      ))}
      <path d={`${CURVE}V280H0Z`} fill="#5b93ff" fillOpacity=".22" />
      <path d={CURVE} fill="none" stroke="#93beff" strokeWidth="2.5" strokeLinecap="round" />
      <g className={styles.stop} style={{ transform: `translate(${x}px, ${y}px)` }}>
        <path d="M0 8V106" stroke="#fff" strokeOpacity=".45" strokeDasharray="2 4" />
        <circle r="11" fill="#165dff" fillOpacity=".35" />
        <circle r="5" fill="#165dff" stroke="#fff" strokeWidth="2" />
      </g>
      {Array.from({ length: 12 }, (_, bar) => {
        const height = 14 + ((bar * 37) % 23) + bar * 2
        return (
          <rect
            key={bar}
            x={bar * 38 + 10}
            y={280 - height}
            width="18"
            height={height}
            rx="2"
            fill="#fff"
            fillOpacity=".12"
          />
        )
      })}
    </svg>
  )
}
