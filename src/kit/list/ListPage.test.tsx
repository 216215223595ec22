// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../core/access.ts'
import { choice, count, id, money, text } from '../../core/columns.ts'
import { defineList } from '../../core/contract.ts'
import { type App, AppContext, CallError } from '../hooks/app.ts'
import { PageContext, type PageLocation } from '../hooks/page.ts'
import { ListPage } from './ListPage.tsx'

const list = defineList({
  key: 'things',
  path: '/api/things',
  permission: 'self.use',
  columns: {
    thingId: id({ internal: true }),
    title: text(),
    plays: count({ sort: true }),
    income: money({ sort: true, filter: 'between', needs: 'income.read' }),
    state: choice(['on', 'off'], { filter: 'any' }),
  },
  filters: { keyword: text({ filter: 'contains' }) },
  order: ['plays', 'desc'],
  rowId: 'thingId',
})
const words = {
  title: 'Things',
  columns: { title: 'Title', plays: 'Plays', income: 'Income', state: 'State' },
  choices: { state: { on: 'Online', off: 'Offline' } },
  filters: { keyword: 'Find a thing' },
}
const listText = { 'zh-CN': words, 'en-US': words }
const rows = [
  { thingId: '1', title: 'First', plays: 621_000, income: 1234, state: 'on' },
  { thingId: '2', title: 'Second', plays: 7, income: 5, state: 'off' },
]

let root: Root
let place: HTMLElement
let search: Record<string, string>
const call = vi.fn()
const copied: string[] = []
Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => copied.push(text) } })

// Answers reach React inside the `act` that waits for them.
notifyManager.setScheduler(queueMicrotask)

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  search = {}
  call.mockReset()
  call.mockResolvedValue({ list: rows, total: 2, totalIsExact: true, dataThrough: null, nextCursor: null })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
})

async function show(role: Role) {
  const app = {
    language: 'en-US',
    theme: 'light',
    upIsRed: false,
    session: { accessRoles: role, accessKey: role, accessState: null },
    call,
    notify: () => {},
    go: () => {},
    download: async () => {},
    file: async () => new Blob(),
  } as unknown as App
  const page: PageLocation = {
    path: '/things',
    search,
    isActive: true,
    guardLeave: () => {},
    setSearch: (next) => {
      search = next
    },
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <AppContext value={app}>
            <PageContext value={page}>
              <ListPage list={list} text={listText} primary={['state', 'income']} bulkActions={() => []} />
            </PageContext>
          </AppContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(place.querySelector('[aria-busy=true]')).toBeNull()
  })
}

const headers = () => [...place.querySelectorAll('[role=columnheader]')].map((cell) => cell.textContent)
const button = (name: string) =>
  [...place.querySelectorAll('button')].find((one) => one.textContent === name || one.ariaLabel === name)

describe('a list page', () => {
  it('shows a column and its filter to a role that may see it', async () => {
    await show('admin')
    expect(headers()).toEqual(['', 'Title', 'Plays', 'Income', 'State'])
    expect(place.textContent).toContain('¥12.34')
    expect([...place.querySelectorAll('button')].filter((one) => one.textContent === 'Income')).toHaveLength(2)
  })

  it('knows nothing of it for a role that may not, whatever the row or the link carries', async () => {
    search = { income: '1..', sort: 'income:desc' }
    await show('leader')
    expect(headers()).toEqual(['', 'Title', 'Plays', 'State'])
    expect(place.textContent).not.toContain('¥12.34')
    expect(button('Income')).toBeUndefined()
    expect(call.mock.calls[0]![1].query).toEqual({ sort: 'plays:desc', current: '1', pageSize: '20' })
  })

  it('shows short numbers with the exact one as tooltip, and choices in words', async () => {
    await show('admin')
    expect(place.querySelector('[title="621,000"]')?.textContent).toBe('621K')
    expect(place.textContent).toContain('Offline')
  })

  it('sorts by a header: largest first, then smallest, then back to its own order', async () => {
    await show('admin')
    const sortByIncome = async () => {
      const header = [...place.querySelectorAll('[role=columnheader]')].find((cell) => cell.textContent === 'Income')!
      await act(async () => header.querySelector('button')!.click())
    }
    await sortByIncome()
    expect(search).toEqual({ sort: 'income:desc' })
    await show('admin')
    await sortByIncome()
    expect(search).toEqual({ sort: 'income:asc' })
    await show('admin')
    await sortByIncome()
    expect(search).toEqual({})
  })

  it('sorts by one more column with Shift, by mouse and by keyboard, and numbers them', async () => {
    await show('admin')
    const head = (at: number) => place.querySelectorAll<HTMLElement>('[role=columnheader]')[at]!
    const shiftClick = () => new MouseEvent('click', { bubbles: true, shiftKey: true })
    await act(async () => head(3).querySelector('button')!.dispatchEvent(shiftClick()))
    expect(search).toEqual({ sort: 'plays:desc,income:desc' })
    await show('admin')
    expect(headers()).toEqual(['', 'Title', 'Plays1', 'Income2', 'State'])
    expect(head(3).querySelector('button')!.title).toBe('Sort 2, descending')
    expect([2, 3].map((at) => head(at).ariaSort ?? head(at).getAttribute('aria-sort'))).toEqual(['descending', 'none'])
    await act(async () => head(3).focus())
    await press('Enter', { shiftKey: true })
    expect(search).toEqual({ sort: 'plays:desc,income:asc' })
    await show('admin')
    await act(async () => head(3).focus())
    await press('Enter', { shiftKey: true })
    expect(search).toEqual({})
  })

  it('offers the second sort in the menu of a header, and takes it away again there', async () => {
    await show('admin')
    await openMenuOn('income', '[role=columnheader]')
    const item = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent?.startsWith(name))!
    await act(async () => item('Sort by this as well').click())
    expect(search).toEqual({ sort: 'plays:desc,income:desc' })
    await show('admin')
    await openMenuOn('plays', '[role=columnheader]')
    await act(async () => item('Stop sorting by this').click())
    expect(search).toEqual({ sort: 'income:desc' })
  })

  it('names the filters that match nothing, and clears them', async () => {
    call.mockResolvedValue({ list: [], total: 0, totalIsExact: true, dataThrough: null, nextCursor: null })
    search = { keyword: 'xyz', state: 'off' }
    await show('admin')
    expect(place.textContent).toContain('2 filters applied: Keyword xyz, State Offline.')
    await act(async () => button('Clear filters')!.click())
    expect(search).toEqual({})
  })

  it('says what failed, with the request id to hand on', async () => {
    call.mockRejectedValue(new CallError('The database is away', 503, { requestId: 'req-8f21c6' }))
    await show('admin')
    expect(place.querySelector('[role=alert]')?.textContent).toContain('The database is away')
    expect(place.textContent).toContain('req-8f21c6')
  })

  it('survives any stored arrangement', async () => {
    for (const garbage of ['{', '{"length":2}', '[null,7,{"key":"__proto__"},{"key":"plays","width":"wide"}]']) {
      localStorage.setItem('tab-columns:things', garbage)
      await show('admin')
      expect(headers().slice().sort()).toEqual(['', 'Income', 'Plays', 'State', 'Title'])
    }
  })

  it('is a grid by keyboard: arrows, Home and End move, Space selects, Shift+arrows select on', async () => {
    await show('admin')
    const [first, second] = place.querySelectorAll<HTMLElement>('[data-row]')
    const at = (row: HTMLElement | undefined, name: string) => row!.querySelector(`[data-column=${name}]`)
    const stops = () => [...place.querySelectorAll('[role=row] > [tabindex="0"]')]
    expect(stops()).toEqual([at(first, 'title')])
    await act(async () => (at(first, 'title') as HTMLElement).focus())
    await press('ArrowDown')
    await press('ArrowRight')
    expect(document.activeElement).toBe(at(second, 'plays'))
    expect(stops()).toEqual([at(second, 'plays')])
    await press(' ')
    expect(second!.getAttribute('aria-selected')).toBe('true')
    expect(first!.getAttribute('aria-selected')).toBe('false')
    await shows('1 selected')
    await press('ArrowUp', { shiftKey: true })
    await shows('2 selected')
    await press('End')
    expect(document.activeElement).toBe(at(first, 'state'))
    await press('ArrowUp')
    expect(document.activeElement!.textContent).toBe('State')
    await press('End', { ctrlKey: true })
    expect(document.activeElement).toBe(at(second, 'state'))
  })

  it('copies the cell under the focus exactly, and selected rows with headings', async () => {
    await show('admin')
    const [first] = place.querySelectorAll<HTMLElement>('[data-row]')
    await act(async () => first!.querySelector<HTMLElement>('[data-column=income]')!.focus())
    await press('c', { ctrlKey: true })
    await vi.waitFor(() => expect(copied.at(-1)).toBe('12.34'))
    await press('a', { ctrlKey: true })
    await press('c', { ctrlKey: true })
    await vi.waitFor(() =>
      expect(copied.at(-1)).toBe(
        'Title\tPlays\tIncome (CNY)\tState\nFirst\t621000\t12.34\tOnline\nSecond\t7\t0.05\tOffline',
      ),
    )
  })

  it('loads on behind the first rows, each row once, and says how many there are', async () => {
    search = { pageSize: 'all' }
    const page = { total: 3, totalIsExact: true, dataThrough: null }
    call.mockImplementation(async (_, { query }) =>
      query.cursor
        ? { ...page, list: [rows[1], { ...rows[1]!, thingId: '3', title: 'Third' }], nextCursor: null }
        : { ...page, list: rows, nextCursor: 'next' },
    )
    await show('admin')
    expect(place.querySelector('[role=grid]')?.getAttribute('aria-rowcount')).toBe('4')
    await vi.waitFor(async () => {
      await act(async () => {})
      expect(button('Load more')).toBeTruthy()
    }, PATIENCE)
    await act(async () => button('Load more')!.click())
    await shows('All rows are loaded')
    expect(place.textContent).toContain('1–3 of')
    expect(call.mock.calls.at(-1)![1].query).toMatchObject({ cursor: 'next', pageSize: '200', total: 'none' })
  })

  describe('watching for news', () => {
    const page = { totalIsExact: true, dataThrough: null, nextCursor: null }
    const minute = () => act(async () => vi.advanceTimersByTime(60_000))
    const asked = async (times: number) => {
      await vi.waitFor(async () => {
        await act(async () => {})
        expect(call).toHaveBeenCalledTimes(times)
      }, PATIENCE)
    }
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('asks for the count and one row, says that there are more, and moves nothing until it is told to', async () => {
      await show('admin')
      call.mockClear()
      call.mockResolvedValue({ ...page, list: rows.slice(0, 1), total: 3 })
      await minute()
      await shows('There is new data')
      expect(call).toHaveBeenCalledTimes(1)
      expect(call.mock.calls[0]![1].query).toEqual({ sort: 'plays:desc', current: '1', pageSize: '1' })
      const said = [...place.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
      expect(said).toContain('There is new data')
      expect(place.querySelectorAll('[data-row]')).toHaveLength(2)
      call.mockResolvedValue({ ...page, list: [...rows, { ...rows[1], thingId: '3', title: 'Third' }], total: 3 })
      await act(async () => button('There is new data · Refresh')!.click())
      await shows('Third')
      expect(place.textContent).not.toContain('There is new data')
    })

    it('says so too when the first row is another one, and when its figures are', async () => {
      for (const first of [rows[1]!, { ...rows[0], plays: 621_001 }]) {
        call.mockResolvedValue({ ...page, list: rows, total: 2 })
        await show('admin')
        call.mockResolvedValue({ ...page, list: [first], total: 2 })
        await minute()
        await shows('There is new data')
        await act(async () => root.render(null))
      }
    })

    it('says nothing where all is as it was, and asks again only while somebody is there', async () => {
      await show('admin')
      call.mockClear()
      call.mockResolvedValue({ ...page, list: rows.slice(0, 1), total: 2 })
      await minute()
      await asked(1)
      await minute()
      await minute()
      expect(call).toHaveBeenCalledTimes(1)
      dispatchEvent(new Event('pointermove'))
      await minute()
      await asked(2)
      expect(place.textContent).not.toContain('There is new data')
    })
  })

  it('filters by a cell where the list has such a filter, and nowhere else', async () => {
    await show('admin')
    await openMenuOn('state')
    expect(menu()).toEqual(['Only “Online”', 'Not “Online”', 'Copy cell', 'Copy row', 'Column statistics'])
    await act(async () => document.querySelectorAll<HTMLElement>('[role=menuitem]')[1]!.click())
    expect(search).toEqual({ state: 'off' })
    await openMenuOn('plays')
    expect(menu()).toEqual(['Copy cell', 'Copy row', 'Column statistics'])
  })
})

/** Parts fetched when they are asked for take their time on a busy machine. */
const PATIENCE = { timeout: 4000 }

/** Waits for words that come with a part of their own. */
const shows = (words: string) =>
  vi.waitFor(async () => {
    await act(async () => {})
    expect(place.textContent).toContain(words)
  }, PATIENCE)

const press = (key: string, how: KeyboardEventInit = {}) =>
  act(async () => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...how })
    document.activeElement!.dispatchEvent(event)
  })

async function openMenuOn(column: string, row = '[data-row="1"] >') {
  const cell = place.querySelector(
    row.endsWith('>') ? `${row} [data-column=${column}]` : `${row}[data-column=${column}]`,
  )!
  await act(async () => cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(menu().length).toBeGreaterThan(0)
  }, PATIENCE)
}
const menu = () => [...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent)
