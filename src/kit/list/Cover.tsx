import { type ReactNode, useState } from 'react'
import { span } from '../format/time.ts'
import styles from './cell.module.css'
import type { Density } from './types.ts'

/** Cover sizes of the table's densities; mini rows have none. */
export const COVER_SIZES: Record<Density, readonly [width: number, height: number] | null> = {
  mini: null,
  small: [42, 24],
  medium: [56, 32],
  large: [80, 45],
}

interface CoverProps {
  /** Draws the same picture for the same id where there is no image. */
  id: string
  url?: string | null
  durationMs?: number | null
  width: number
  height: number
}

/** A thumbnail. Without an image it draws a small landscape from the id. Decoration: the title stands beside it. */
export function Cover({ id, url, durationMs, width, height }: CoverProps) {
  const [isBroken, setBroken] = useState(false)
  const seed = hash(id)
  const [top, bottom, dark, light] = PALETTES[seed % PALETTES.length]!
  const scene = SCENES[(seed >>> 8) % SCENES.length]!
  return (
    <span
      className={styles.cover}
      style={{ width, height, background: `linear-gradient(${top}, ${bottom})` }}
      aria-hidden
    >
      {url && !isBroken ? (
        <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      ) : (
        <svg viewBox="0 0 160 90" preserveAspectRatio="xMidYMid slice" aria-hidden>
          {scene(dark, light, (seed >>> 16) % 40)}
        </svg>
      )}
      {durationMs != null && height >= 30 && <em>{span(durationMs)}</em>}
    </span>
  )
}

type Palette = readonly [top: string, bottom: string, dark: string, light: string]
const PALETTES: readonly Palette[] = [
  ['#7fb6d6', '#4a86b8', '#23426b', '#c9ecf7'],
  ['#d8a070', '#b0543f', '#5c2a26', '#fbdfc0'],
  ['#d6b06a', '#b07f3a', '#543b22', '#fbeabb'],
  ['#d9779b', '#a83a6b', '#5a1f44', '#f6cddd'],
  ['#7f98dd', '#4351a8', '#20265f', '#cdd8f8'],
  ['#7fd1c3', '#3b8f9c', '#204f5f', '#d3f5ec'],
  ['#8fd08a', '#3f8f6b', '#1f4f40', '#e0f6d4'],
  ['#b19be0', '#6f54ab', '#3a2a66', '#e7ddfa'],
]

type Scene = (dark: string, light: string, shift: number) => ReactNode
const SCENES: readonly Scene[] = [
  (dark, light, shift) => (
    <>
      <circle cx={112 - shift / 2} cy={28} r={14} fill={light} />
      <path d={`M0 90 L${34 + shift} 38 L${72 + shift} 76 L96 54 L160 90Z`} fill={dark} opacity={0.85} />
    </>
  ),
  (dark, light, shift) => (
    <>
      <circle cx={24 + shift} cy={22} r={9} fill={light} opacity={0.7} />
      <path d="M18 90V36h30v54z" fill={dark} opacity={0.7} />
      <path d={`M56 90V${18 + shift / 3}h32v72z`} fill={dark} opacity={0.9} />
      <path d={`M98 90V${40 - shift / 4}h40v52z`} fill={dark} opacity={0.6} />
    </>
  ),
  (dark, light, shift) => (
    <>
      <ellipse cx={80} cy={54} rx={54} ry={26} fill={light} />
      <ellipse cx={80} cy={50} rx={40} ry={17} fill={dark} opacity={0.2} />
      <ellipse cx={72 + shift / 3} cy={49} rx={26} ry={11} fill={dark} opacity={0.75} />
    </>
  ),
  (dark, light, shift) => (
    <>
      <circle cx={70 + shift / 2} cy={36} r={17} fill={light} />
      <path d={`M${34 + shift / 2} 90c0-44 72-44 72 0z`} fill={dark} opacity={0.85} />
    </>
  ),
  (dark, light, shift) => (
    <>
      <circle cx={80 + shift} cy={50} r={18} fill={light} />
      <path d="M0 58q20-8 40 0t40 0 40 0 40 0V90H0z" fill={dark} opacity={0.6} />
      <path d="M0 70q20-8 40 0t40 0 40 0 40 0V90H0z" fill={dark} opacity={0.85} />
    </>
  ),
]

/** FNV-1a: spreads neighbouring ids over palettes and scenes. */
function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 16777619) >>> 0
  return (value ^ (value >>> 13)) >>> 0
}
