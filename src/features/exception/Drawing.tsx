import styles from './exception.module.css'

export type Code = '403' | '404' | '500'

/** A sheet of the house with what happened to it: locked, empty, torn. */
export function Drawing({ code }: { code: Code }) {
  return (
    <svg className={styles.drawing} width={176} height={120} viewBox="0 0 176 120" aria-hidden>
      <rect className={styles.back} x={30} y={8} width={130} height={88} rx={8} />
      <rect className={styles.sheetLine} x={16} y={20} width={130} height={88} rx={8} />
      <path className={styles.line} d="M16 38h130" />
      <circle className={styles.dot} cx={27} cy={29} r={2.5} />
      <circle className={styles.dot} cx={36} cy={29} r={2.5} />
      <circle className={styles.dot} cx={45} cy={29} r={2.5} />
      {code === '403' && (
        <g className={styles.mark}>
          <rect x={64} y={69} width={34} height={26} rx={5} />
          <path d="M71 69v-8a10 10 0 0 1 20 0v8M81 79v6" />
        </g>
      )}
      {code === '404' && (
        <g className={styles.mark}>
          <circle cx={78} cy={70} r={16} />
          <path d="M90 82l12 12M72 64l12 12M84 64l-12 12" />
        </g>
      )}
      {code === '500' && (
        <g className={styles.mark}>
          <path d="M52 56h58v14H52zM52 80h24M92 80h18v14H52V80M60 63h.01M60 87h.01M82 76l-6 9h10l-6 9" />
        </g>
      )}
    </svg>
  )
}
