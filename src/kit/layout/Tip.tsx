import { type FloatingPosition, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

const DELAY_MS = 300

/** The words of an element's `data-tip`, a moment after it was reached. */
export default function Tip({ target }: { target: HTMLElement }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Tooltip
      target={target}
      label={target.dataset.tip}
      opened={isShown}
      position={(target.dataset.tipAt as FloatingPosition) ?? 'top'}
      multiline
      maw={280}
    />
  )
}
