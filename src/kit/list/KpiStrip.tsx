import { Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Sparkline } from '../chart/Sparkline.tsx'
import type { Change } from '../format/number.ts'
import { useApp } from '../hooks/app.ts'
import { Delta } from './Delta.tsx'
import styles from './kpi.module.css'

export interface Tile {
  label: string
  value: string
  /** 万, K …: set smaller than the digits. */
  unit?: string
  /** The full value of a short form. */
  exact?: string
  /** The formula, as an info tooltip. */
  help?: string
  trend?: readonly (number | null)[]
  change?: Change
  /** A change that is neither good nor bad stays grey. */
  isNeutral?: boolean
  note?: string
  /** Opens what the number counts, or its course. */
  onOpen?: () => void
  /** Whether what the tile opens is open, where it stays on the page. */
  isOpen?: boolean
  /** What opening does, in words. */
  openLabel?: string
}

interface KpiStripProps {
  label: string
  tiles: readonly Tile[]
  /** Inside a drawer: smaller figures. */
  isSmall?: boolean
}

/** Four to six figures on one panel, split by hairlines; two columns on small screens. */
export function KpiStrip({ label, tiles, isSmall }: KpiStripProps) {
  const isSpaced = useApp().language === 'zh-CN'
  return (
    <ul className={styles.strip} aria-label={label} data-small={isSmall || undefined}>
      {tiles.map((tile) => (
        <li key={tile.label} className={styles.tile}>
          <div className={styles.label}>
            {tile.onOpen ? (
              <button
                type="button"
                className={styles.open}
                aria-expanded={tile.isOpen}
                title={tile.openLabel}
                onClick={tile.onOpen}
              >
                {tile.label}
              </button>
            ) : (
              tile.label
            )}
            {tile.help && (
              <button type="button" className={styles.help} aria-label={tile.help} data-tip={tile.help} data-tip-tap>
                <IconInfoCircle size={14} stroke={1.6} aria-hidden />
              </button>
            )}
          </div>
          <div className={styles.value} title={tile.exact}>
            {tile.value}
            {/* Latin units belong to the figure: 1.92M. */}
            {isSpaced ? tile.unit && <small>{tile.unit}</small> : tile.unit}
          </div>
          {tile.trend && (
            <div className={styles.trend}>
              <Sparkline values={tile.trend} width={56} height={26} isAccented />
            </div>
          )}
          <div className={styles.note}>
            {tile.change && <Delta change={tile.change} isNeutral={tile.isNeutral} />}
            {tile.change?.kind !== 'none' && tile.note}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The strip before its first answer. */
export function KpiSkeleton({ tiles }: { tiles: number }) {
  return (
    <div className={styles.strip} aria-hidden>
      {Array.from({ length: tiles }, (_, index) => (
        <div key={index} className={styles.tile}>
          <Skeleton className={styles.label} height={12} width={64} my={4} radius="sm" />
          <Skeleton height={20} width={96} my={6} radius="sm" />
          <Skeleton className={styles.note} height={10} width={80} my={4} radius="sm" />
        </div>
      ))}
    </div>
  )
}
