import type { Reply } from '../../core/contract.ts'
import type { categoryStatistics } from './contract.ts'
import type { DayShape, Sums, TopItem } from './sql/figures.ts'
import type { Category } from './sql/tree.ts'

type Answer = Reply<typeof categoryStatistics>
export type Figures = Answer['totals']
export type Node = Answer['list'][number]
type Child = Node['children'][number]

/** What roll-ups know of a period. `shapes`, `videos` and `creators` are null where a filter cannot narrow them. */
export interface Known {
  /** Days the period has figures of: what a mean over days divides by. */
  days: number
  now: readonly Sums[]
  before: readonly Sums[] | null
  shapes: readonly DayShape[] | null
  videos: readonly TopItem[] | null
  creators: readonly TopItem[] | null
  names: ReadonlyMap<string, string>
}

const NO_CATEGORY = { id: '0', nameZh: '', nameEn: '', riskLevel: 'low', enabled: true } as const

/** The tree with its figures, most plays first, and those of everything together. Videos right under a first-level category count in it alone. */
export function treeOf(categories: readonly Category[], known: Known): Pick<Answer, 'list' | 'totals' | 'total'> {
  const plays = known.now.reduce((sum, one) => sum + one.plays, 0)
  const figuresOf = (ids: readonly string[]) => figures(new Set(ids), known, plays)
  const base = ({
    id,
    nameZh,
    nameEn,
    riskLevel,
    enabled,
  }: Pick<Category, 'id' | 'nameZh' | 'nameEn' | 'riskLevel' | 'enabled'>) => ({
    id,
    nameZh,
    nameEn,
    riskLevel,
    enabled,
  })
  const alive = categories.filter(({ mergedInto }) => mergedInto === null)
  const seen = new Set([...known.now, ...(known.before ?? [])].map(({ categoryId }) => categoryId))
  const list: Node[] = alive
    .filter(({ parentId }) => parentId === null)
    .map((top) => {
      const under = alive.filter(({ parentId }) => parentId === top.id)
      return {
        ...base(top),
        ...figuresOf([top.id, ...under.map(({ id }) => id)]),
        heat: null,
        children: rank(under.map((child): Child => ({ ...base(child), ...figuresOf([child.id]), heat: null }))),
      }
    })
  // Videos whose category is gone or merged and not yet moved are counted where they still are: nowhere a person chose.
  const listed = new Set(alive.map(({ id }) => id))
  const loose = [...seen].filter((id) => !listed.has(id))
  if (loose.length > 0) list.push({ ...NO_CATEGORY, ...figuresOf(loose), heat: null, children: [] })
  return {
    list: heated(rank(list)).map((node) => ({ ...node, children: heated(node.children) })),
    total: list.length,
    totals: figures(null, known, plays),
  }
}

const rank = <N extends { plays: number; id: string }>(nodes: readonly N[]): N[] =>
  nodes.toSorted((a, b) => b.plays - a.plays || (a.id < b.id ? -1 : 1))

/** The figures of some categories together; null means all. */
function figures(ids: ReadonlySet<string> | null, known: Known, allPlays: number): Figures {
  const isIn = ({ categoryId }: { categoryId: string }) => !ids || ids.has(categoryId)
  const now = addUp(known.now.filter(isIn))
  const before = known.before && addUp(known.before.filter(isIn))
  const shapes = known.shapes?.filter(isIn)
  const points = shapes && sorted(shapes)
  const risky = shapes?.reduce((sum, { riskyVideos }) => sum + riskyVideos, 0)
  const top = known.videos && bestOf(known.videos.filter(isIn), 10)
  const creator = known.creators && bestOf(known.creators.filter(isIn), 1)[0]
  const name = creator && known.names.get(creator.id)
  return {
    plays: now.plays,
    playsBefore: before ? before.plays : null,
    share: ppm(now.plays, allPlays),
    newVideos: now.newVideos,
    newVideosBefore: before ? before.newVideos : null,
    activeVideos: known.days > 0 ? Math.round(now.activeVideos / known.days) : 0,
    meanPlays: now.activeVideos > 0 ? Math.round(now.plays / now.activeVideos) : null,
    p50: points ? percentile(points, 0.5) : null,
    p90: points ? percentile(points, 0.9) : null,
    finishRate: ppm(now.finishPlays, now.ratedPlays),
    interactionRate: ppm(now.interactions, now.plays),
    estIncomeFen: now.estIncomeFen,
    rpmFen: now.plays > 0 ? Math.round((now.estIncomeFen * 1000) / now.plays) : null,
    riskRate: risky === undefined ? null : ppm(risky, now.newVideos),
    topShare: top
      ? ppm(
          top.reduce((sum, one) => sum + one.plays, 0),
          now.plays,
        )
      : null,
    topCreator: creator && name ? { id: creator.id, name } : null,
  }
}

function addUp(parts: readonly Sums[]): Omit<Sums, 'categoryId' | 'days'> {
  const total = {
    plays: 0,
    interactions: 0,
    newVideos: 0,
    activeVideos: 0,
    estIncomeFen: 0,
    finishPlays: 0,
    ratedPlays: 0,
  }
  for (const part of parts) for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += part[key]
  return total
}

/** The items with the most plays; one that stands under several categories counts once, with the sum. */
export function bestOf(items: readonly TopItem[], most: number): { id: string; plays: number }[] {
  const sums = new Map<string, number>()
  for (const { id, plays } of items) sums.set(id, (sums.get(id) ?? 0) + plays)
  return [...sums]
    .map(([id, plays]) => ({ id, plays }))
    .sort((a, b) => b.plays - a.plays || (a.id < b.id ? -1 : 1))
    .slice(0, most)
}

interface Weighted {
  value: number
  weight: number
}

/** The points of many days, rising: each stands for its part of the videos that had plays that day. */
function sorted(shapes: readonly DayShape[]): Weighted[] {
  return shapes
    .flatMap(({ points, activeVideos }) => points.map((value) => ({ value, weight: activeVideos / points.length })))
    .sort((a, b) => a.value - b.value)
}

/** The value that `share` (0–1) of the weight does not exceed; null without points. Exact where every day had up to 20 videos, else within 2.5 percentiles. */
export function percentile(points: readonly Weighted[], share: number): number | null {
  const total = points.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { value, weight } of points) {
    below += weight
    // Sums of fractions end a hair below the whole.
    if (below >= total * share - 1e-9) return value
  }
  return null
}

/** The weights of the heat index, in hundredths. */
export const HEAT = { plays: 50, growth: 30, interaction: 20 } as const

/**
 * The heat of categories among those of their level, 0–100: where a category stands by plays, by growth of plays and by
 * interaction rate (0 last, 1 first), weighted. Without a comparison growth counts as the middle; without plays there is none.
 */
function heated<N extends Figures & { heat: number | null }>(nodes: readonly N[]): N[] {
  const played = nodes.filter(({ plays }) => plays > 0)
  const standing = (of: (node: Figures) => number | null) => {
    const values = played.map(of).filter((value) => value !== null)
    return (node: Figures) => {
      const value = of(node)
      if (value === null || values.length < 2) return 0.5
      return values.filter((other) => other < value).length / (values.length - 1)
    }
  }
  const plays = standing((node) => node.plays)
  const growth = standing(growthOf)
  const interaction = standing((node) => node.interactionRate)
  return nodes.map((node) => ({
    ...node,
    heat:
      node.plays > 0
        ? Math.round(HEAT.plays * plays(node) + HEAT.growth * growth(node) + HEAT.interaction * interaction(node))
        : null,
  }))
}

/** Growth of plays, parts per million; null without a comparison or from nothing. */
export function growthOf({ plays, playsBefore }: Pick<Figures, 'plays' | 'playsBefore'>): number | null {
  return playsBefore !== null && playsBefore > 0 ? Math.round(((plays - playsBefore) / playsBefore) * 1_000_000) : null
}

/** Growth of the number of new videos, parts per million. */
export const supplyGrowthOf = (of: Pick<Figures, 'newVideos' | 'newVideosBefore'>): number | null =>
  growthOf({ plays: of.newVideos, playsBefore: of.newVideosBefore })

const ppm = (part: number, whole: number): number | null => (whole > 0 ? Math.round((part / whole) * 1_000_000) : null)
