import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useText } from '../hooks/app.ts'
import { feedbackText } from './text.ts'

/** Grey rows in the shape of a page while its code or data is on the way. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const words = useText(feedbackText)
  return (
    <div className="card" style={{ padding: 16 }} aria-busy>
      <VisuallyHidden role="status">{words.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} style={{ display: 'flex', gap: 12, padding: '10px 0' }}>
          <Skeleton height={32} width={56} radius="sm" />
          <div style={{ flex: 1 }}>
            <Skeleton height={12} mt={2} width={`${62 - ((row * 17) % 30)}%`} radius="sm" />
            <Skeleton height={9} mt={8} width={`${34 - ((row * 7) % 14)}%`} radius="sm" />
          </div>
          <Skeleton height={12} mt={10} width={64} radius="sm" />
        </div>
      ))}
    </div>
  )
}
