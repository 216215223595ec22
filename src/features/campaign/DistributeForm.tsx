import { useEffect, useRef } from 'react'
import { useApp } from '../../kit/hooks/app.ts'
import type { OfferProps } from '../../kit/hooks/offers.tsx'

/** Distributing rows of a list is the campaign wizard with its first step answered. */
export default function DistributeForm({ target, count, onClose }: OfferProps) {
  const { go } = useApp()
  const isGone = useRef(false)
  useEffect(() => {
    if (isGone.current) return
    isGone.current = true
    go(
      '/form/step',
      'ids' in target ? { videos: target.ids.join(',') } : { selection: target.selection, count: String(count) },
    )
    onClose()
  }, [go, target, count, onClose])
  return null
}
