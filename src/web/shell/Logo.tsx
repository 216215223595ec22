/** The product's mark. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="6" fill="#165DFF" />
      <rect x="10" y="7" width="11" height="14" rx="3" fill="#fff" opacity=".35" />
      <path d="M8 8.2c0-.8.9-1.3 1.6-.9l9 5.8c.6.4.6 1.3 0 1.7l-9 5.9c-.7.4-1.6 0-1.6-.9z" fill="#fff" />
    </svg>
  )
}
