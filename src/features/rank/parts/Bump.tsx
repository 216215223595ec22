import { ChartFrame } from '../../../kit/chart/ChartFrame.tsx'
import { PALETTE } from '../../../kit/chart/palette.ts'
import { MISSING } from '../../../kit/format/number.ts'
import { shortDay } from '../../../kit/format/time.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { screenText } from '../screenText.ts'
import styles from './rank.module.css'
import type { BoardAnswer } from './useRank.ts'

const WIDTH = 266
const ROW = 24
const INSET = 8
/** Room for the last day's ranks. */
const LABEL = 32
/** More distinct colours than these nobody tells apart: the others are grey until they are pointed at. */
const COLOURED = 5

/** The ranks of a board's first ten over seven days: lines that cross where works pass each other. */
export function Bump({ days, course }: Pick<BoardAnswer, 'days' | 'course'>) {
  const { language, theme } = useApp()
  const words = useText(screenText)
  const depth = Math.max(course.length, 1)
  const height = depth * ROW
  const x = (at: number) => INSET + (at * (WIDTH - LABEL - INSET * 2)) / (days.length - 1)
  const y = (place: number) => (place - 0.5) * ROW
  const colorOf = (at: number) => (at < COLOURED ? PALETTE[theme][at]! : 'var(--t4)')
  const inWords = (rank: number | null) => (rank === null ? words.off : `#${rank}`)
  return (
    <ChartFrame
      title={words.course}
      note={words.courseNote}
      description={course
        .map(({ title, ranks }) => words.courseOf(title, inWords(ranks[0] ?? null), inWords(ranks.at(-1) ?? null)))
        .join('; ')}
      table={{
        columns: [
          { name: words.work },
          ...days.map((day) => ({
            name: shortDay(day, language),
            figure: {
              exact: (rank: number | null) => (rank === null ? MISSING : `#${rank}`),
              file: (rank: number | null) => String(rank ?? ''),
            },
          })),
        ],
        rows: course.map(({ videoId, title, ranks }) => ({ key: videoId, cells: [title, ...ranks] })),
      }}
    >
      <svg className={styles.bump} viewBox={`0 0 ${WIDTH} ${height + 20}`} aria-hidden>
        {course
          .map((work, at) => ({ ...work, at }))
          .reverse()
          .map(({ videoId, title, ranks, at }) => (
            <g key={videoId} className={styles.bumpLine} style={{ color: colorOf(at) }}>
              <title>{`#${ranks.at(-1)} ${title}`}</title>
              {runsOf(ranks, depth).map((run) => (
                <path
                  key={run[0]!.day}
                  d={curve(run.map(({ day, rank }) => [x(day), y(rank)] as const))}
                  fill="none"
                  stroke="currentColor"
                />
              ))}
              {ranks.map((rank, day) =>
                rank !== null && rank <= depth ? (
                  <circle key={day} cx={x(day)} cy={y(rank)} r={3} fill="currentColor" />
                ) : null,
              )}
            </g>
          ))}
        {/* Works that share a rank share its label. */}
        {[...new Set(course.map(({ ranks }) => ranks.at(-1)!))].map((rank) => (
          <text key={`rank ${rank}`} className={styles.bumpRank} x={WIDTH} y={y(rank) + 4} textAnchor="end">
            #{rank}
          </text>
        ))}
        {days.map((day, at) => (
          <text key={day} x={x(at)} y={height + 15} textAnchor="middle">
            {day.slice(8)}
          </text>
        ))}
      </svg>
    </ChartFrame>
  )
}

/** Stretches of days on which the work stood among those drawn. */
function runsOf(ranks: readonly (number | null)[], depth: number): { day: number; rank: number }[][] {
  const runs: { day: number; rank: number }[][] = [[]]
  for (const [day, rank] of ranks.entries()) {
    if (rank !== null && rank <= depth) runs.at(-1)!.push({ day, rank })
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  return runs.filter((run) => run.length > 1)
}

/** Through the points with level tangents, so that places read as steps. */
function curve(points: (readonly [x: number, y: number])[]): string {
  return points
    .map(([x, y], at) => {
      const before = points[at - 1]
      if (!before) return `M${x} ${y}`
      const middle = (before[0] + x) / 2
      return `C${middle} ${before[1]} ${middle} ${y} ${x} ${y}`
    })
    .join('')
}
