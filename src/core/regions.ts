import { areaList } from '@vant/area-data'

/** Everything outside the table of provinces, cities and districts; Taiwan, Hong Kong and Macao are in it. */
export const OVERSEAS = '900000'

export interface Region {
  code: string
  name: string
}

const LEVELS = [areaList.province_list, areaList.city_list, areaList.county_list] as const

/** The prefix that a region of a level shares with what lies in it. */
const digitsOf = (level: number): number => 2 * (level + 1)

const listed = (level: number, prefix: string): Region[] =>
  Object.entries(LEVELS[level] ?? {})
    .filter(([code]) => code.startsWith(prefix))
    .map(([code, name]) => ({ code, name }))

/** The provinces, without overseas; which is a choice beside them. */
export const provinces = (): Region[] => listed(0, '')

const levelOf = (code: string): number => LEVELS.findIndex((level) => Object.hasOwn(level, code))

/** The cities of a province, the districts of a city; none of a district. */
export function regionsIn(code: string): Region[] {
  const level = levelOf(code)
  return level < 0 ? [] : listed(level + 1, code.slice(0, digitsOf(level)))
}

/** Whether an address may carry the code: a region of the table that holds no others, or overseas. */
export const isRegion = (code: string): boolean =>
  code === OVERSEAS || (levelOf(code) >= 0 && regionsIn(code).length === 0)

/** A region with the ones it lies in, the province first; empty for overseas and for what is not in the table. */
export function regionPath(code: string): Region[] {
  return LEVELS.slice(0, levelOf(code) + 1).flatMap((names, level) => {
    const own = code.slice(0, digitsOf(level)).padEnd(6, '0')
    return names[own] ? [{ code: own, name: names[own] }] : []
  })
}
