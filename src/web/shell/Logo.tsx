import { house } from '../house.ts'

/** The product's mark, or the one or two characters the house has in its place. */
export function Logo({ size = 28 }: { size?: number }) {
  const mark = house['house.mark']
  if (mark)
    return (
      <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
        <rect width="28" height="28" rx="6" fill="#165DFF" />
        <text x="14" y="19" textAnchor="middle" fontSize={[...mark].length > 1 ? 12 : 15} fontWeight="600" fill="#fff">
          {mark}
        </text>
      </svg>
    )
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="6" fill="#165DFF" />
      <rect x="10" y="7" width="11" height="14" rx="3" fill="#fff" opacity=".35" />
      <path d="M8 8.2c0-.8.9-1.3 1.6-.9l9 5.8c.6.4.6 1.3 0 1.7l-9 5.9c-.7.4-1.6 0-1.6-.9z" fill="#fff" />
    </svg>
  )
}
