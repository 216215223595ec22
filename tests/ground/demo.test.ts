import { describe, expect, test } from 'vitest'
import { accounts, people } from '../../src/server/db/demo/accounts.ts'
import { drawOrganisation } from '../../src/server/db/demo/organisation.ts'
import { demoSize, largeSize } from '../../src/server/db/demo/size.ts'
import { drawVideos } from '../../src/server/db/demo/videos.ts'

const now = new Date('2026-11-20T08:00:00Z')
const size = demoSize(now)
const organisation = drawOrganisation(size)
const videos = [...drawVideos(size, organisation)]
const cell = (line: string, at: number): string => line.trimEnd().split('\t')[at]!
const titles = videos.map(({ video }) => cell(video, 3))

test('has the promised size and ends yesterday in Asia/Shanghai', () => {
  const { lines, teams, partners, suppliers, creators } = organisation
  expect([lines, teams, partners, suppliers, creators, videos].map((list) => list.length)).toEqual([
    2, 4, 12, 3, 300, 2_000,
  ])
  expect(size.through).toBe('2026-11-19')
  expect(demoSize(new Date('2026-11-20T16:00:00Z')).through).toBe('2026-11-20')
  const days = new Set(videos.flatMap(({ metrics }) => metrics.map((line) => cell(line, 1))))
  expect([...days].sort().at(-1)).toBe('2026-11-19')
  expect(days.size).toBe(90)
})

test('is the same every time', () => {
  expect([...drawVideos(size, drawOrganisation(size))]).toEqual(videos)
})

test('has the known accounts, and people in all states', () => {
  expect(accounts.map(({ key, role, state }) => [key, role, state ?? null].join(' '))).toEqual([
    'admin admin ',
    'godot admin ',
    'ops admin ',
    'leader leader ',
    'coo coo ',
    'partner partner sm4',
    'partner2 partner wl',
    'supplier supplier ',
    'supplier2 supplier ',
  ])
  expect(people.some(({ status }) => status === 'invited')).toBe(true)
  expect(people.some(({ isLocked }) => isLocked)).toBe(true)
  expect(people.some(({ neverCame }) => neverCame)).toBe(true)
  expect(people.filter(({ status }) => status === 'disabled').every(({ reason }) => reason)).toBe(true)
  const keys = [...accounts, ...people].map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})

describe('titles', () => {
  test('are whole sentences without leftover slots', () => {
    expect(titles.filter((title) => /[{}]|undefined/.test(title) || [...title].length < 6)).toEqual([])
  })
  test('seldom repeat', () => {
    expect(new Set(titles).size).toBeGreaterThan(1_600)
  })
})

test('videos are in every visibility, every risk state, every platform of the weights', () => {
  const values = (at: number) => new Set(videos.map(({ video }) => cell(video, at)))
  expect([...values(12)].sort()).toEqual(['deleted', 'private', 'public', 'removed', 'reviewing'])
  expect([...values(13)].sort()).toEqual(['appealing', 'blocked', 'limited', 'none', 'pending'])
  expect(values(1).size).toBe(6)
})

test('the large world has no platform id twice and about the rows that were asked for', () => {
  const large = largeSize(now, 60_000, 60, 10)
  const ids = new Set<string>()
  let rows = 0
  for (const { video, metrics } of drawVideos(large, drawOrganisation(large))) {
    ids.add(`${cell(video, 1)} ${cell(video, 2)}`)
    rows += metrics.length
  }
  expect(ids.size).toBe(60_000)
  expect(rows / 60_000).toBeGreaterThan(8)
  expect(rows / 60_000).toBeLessThanOrEqual(10)
})
