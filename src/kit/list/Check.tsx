import styles from './table.module.css'

interface CheckProps {
  label: string
  isChecked: boolean
  /** Some of what it stands for are chosen. */
  isPartly?: boolean
  isDisabled?: boolean
  tabIndex?: number
  onChange(): void
}

/** A box to tick in a table. Plain, because there is one in each of thousands of rows; forms have the library's. */
export function Check({ label, isChecked, isPartly = false, isDisabled, tabIndex, onChange }: CheckProps) {
  return (
    <input
      type="checkbox"
      className={styles.check}
      aria-label={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isPartly
      }}
      disabled={isDisabled}
      tabIndex={tabIndex}
      onChange={onChange}
    />
  )
}
