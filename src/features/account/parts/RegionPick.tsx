import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { provinces, type Region, regionPath, regionsIn } from '../../../core/regions.ts'
import { useText } from '../../../kit/hooks/app.ts'
import { text } from '../text.ts'
import styles from './account.module.css'

interface RegionPickProps {
  value: string | null
  error: string | undefined
  /** The code once it is whole; null while parts are missing, or when nothing is chosen. */
  onChange(code: string | null, isEmpty: boolean): void
}

const options = (regions: Region[]) => regions.map(({ code, name }) => ({ value: code, label: name }))

/** Province, city, district. The table is large, so this part arrives by itself. */
export default function RegionPick({ value, error, onChange }: RegionPickProps) {
  const words = useText(text).form
  const [path, setPath] = useState<string[]>(() => (value ? regionPath(value).map(({ code }) => code) : []))
  const levels = [
    { label: words.province, regions: provinces() },
    { label: words.city, regions: path[0] ? regionsIn(path[0]) : [] },
    { label: words.district, regions: path[1] ? regionsIn(path[1]) : [] },
  ]
  const choose = (level: number, code: string | null) => {
    let next = code ? [...path.slice(0, level), code] : path.slice(0, level)
    // One way on is no choice: a municipality is its own only city.
    for (let parts = code ? regionsIn(code) : []; parts.length === 1; parts = regionsIn(parts[0]!.code))
      next = [...next, parts[0]!.code]
    setPath(next)
    const last = next.at(-1)
    onChange(last && regionsIn(last).length === 0 ? last : null, !last)
  }
  return (
    <div className={styles.regions}>
      {levels.map(({ label, regions }, level) => (
        <Select
          key={label}
          label={label}
          placeholder={words.choose}
          data={options(regions)}
          value={path[level] ?? null}
          disabled={regions.length === 0}
          searchable
          clearable
          error={level === 2 ? error : undefined}
          onChange={(code) => choose(level, code)}
        />
      ))}
    </div>
  )
}
