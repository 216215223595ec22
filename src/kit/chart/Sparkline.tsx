interface SparklineProps {
  values: readonly (number | null)[]
  width: number
  height: number
  /** Tiles fill below the line in the theme colour; table cells stay grey. */
  isAccented?: boolean
}

/** A series' shape as plain inline SVG. Decoration: the numbers stand beside it. A missing day is a gap. */
export function Sparkline({ values, width, height, isAccented }: SparklineProps) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const low = Math.min(...known)
  const spread = Math.max(...known) - low || 1
  const inset = 3
  const points = values.map((value, index) =>
    value === null
      ? null
      : ([
          round(values.length > 1 ? inset + (index * (width - inset * 2)) / (values.length - 1) : width / 2),
          round(height - inset - ((value - low) / spread) * (height - inset * 2)),
        ] as const),
  )
  const runs = runsOf(points)
  const last = runs.at(-1)!.at(-1)!
  const color = isAccented ? 'var(--link)' : 'var(--t4)'
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden style={{ display: 'block' }}>
      {runs.map((run) => {
        const line = run.map((point) => point.join(' ')).join('L')
        return (
          <g key={line}>
            {isAccented && (
              <path d={`M${line}L${run.at(-1)![0]} ${height}L${run[0]![0]} ${height}Z`} fill={color} opacity={0.1} />
            )}
            <path
              d={`M${line}`}
              fill="none"
              stroke={color}
              strokeWidth={isAccented ? 1.5 : 1.25}
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          </g>
        )
      })}
      <circle cx={last[0]} cy={last[1]} r={2} fill={color} />
    </svg>
  )
}

type Point = readonly [x: number, y: number]
const round = (value: number) => Math.round(value * 10) / 10

/** Unbroken stretches of a series with gaps. */
function runsOf(points: (Point | null)[]): Point[][] {
  const runs: Point[][] = []
  let run: Point[] = []
  for (const point of [...points, null]) {
    if (point) run.push(point)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return runs
}
