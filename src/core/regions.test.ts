import { expect, it } from 'vitest'
import { isRegion, OVERSEAS, provinces, regionPath, regionsIn } from './regions.ts'

const names = (code: string): string[] => regionPath(code).map(({ name }) => name)

it('has Taiwan, Hong Kong and Macao as provinces with cities and districts of their own', () => {
  for (const [code, name] of [
    ['710000', '台湾省'],
    ['810000', '香港特别行政区'],
    ['820000', '澳门特别行政区'],
  ] as const) {
    expect(provinces()).toContainEqual({ code, name })
    const [city] = regionsIn(code)
    const [district] = regionsIn(city!.code)
    expect(names(district!.code)).toEqual([name, city!.name, district!.name])
    expect(isRegion(district!.code)).toBe(true)
  }
})

it('takes overseas as a region without parts', () => {
  expect(isRegion(OVERSEAS)).toBe(true)
  expect(regionsIn(OVERSEAS)).toEqual([])
  expect(regionPath(OVERSEAS)).toEqual([])
})

it('names the regions a district lies in, the province first', () => {
  expect(names('330106')).toEqual(['浙江省', '杭州市', '西湖区'])
})

it('refuses what is not in the table and what still has parts', () => {
  expect(['330000', '330100', '999999', '000000', '33010', 'toString', ''].filter(isRegion)).toEqual([])
})

it('reaches every region from its province', () => {
  const walk = (code: string): string[] => {
    const parts = regionsIn(code)
    return parts.length === 0 ? [code] : parts.flatMap((part) => walk(part.code))
  }
  const leaves = provinces().flatMap(({ code }) => walk(code))
  expect(leaves.length).toBeGreaterThan(3_000)
  expect(leaves.every((code) => isRegion(code) && regionPath(code).at(-1)?.code === code)).toBe(true)
})
