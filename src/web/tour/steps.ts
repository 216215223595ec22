import { HOME, type Role } from '../../core/access.ts'
import type { SessionInfo } from '../../core/session.ts'
import { isOpenTo, pageAt } from '../pages.ts'
import type { TourWord } from './text.ts'

export interface Step {
  word: TourWord
  path: string
  /** Selector of what is pointed at; another one where the menu is a drawer and tables are cards. */
  target: string
  narrow: string
}

/** Inside the open page: those of other tabs are in the document too, hidden. */
const inPage = (part: string) => `main > :not([style*="none"]) ${part}, main > ${part}:not([style*="none"])`
const TITLE = inPage('h1')

const step = (word: TourWord, path: string, target: string, narrow = TITLE): Step => ({ word, path, target, narrow })
const figures = (word: TourWord) => step(word, HOME, inPage('ul[aria-label]'), inPage('ul[aria-label]'))
const list = (word: TourWord, path: string) => step(word, path, inPage('[role=grid] > thead'))
const title = (word: TourWord, path: string) => step(word, path, TITLE)
const views = (word: TourWord, path: string) =>
  step(word, path, inPage('[role=radiogroup]'), inPage('[role=radiogroup]'))
const menu = step('menu', HOME, 'aside nav ul', 'header > button')
const search = step('search', HOME, 'header [aria-keyshortcuts]', 'header > button ~ button')
const bell = (word: TourWord) => step(word, HOME, 'header [aria-haspopup=dialog]', 'header [aria-haspopup=dialog]')

const DATA = '/dashboard/data'
const RISK = '/dashboard/risk_videos'
const SM4 = '/dashboard/settlement/settlement_sm4'

/** What each role sees first, in the order of its work. */
const STEPS: Record<Role, readonly Step[]> = {
  admin: [
    figures('figures'),
    menu,
    list('data', DATA),
    list('users', '/dashboard/users'),
    title('access', '/system/access'),
    search,
  ],
  leader: [
    figures('figures'),
    list('team', '/dashboard/users'),
    views('cases', RISK),
    list('data', DATA),
    bell('leaderBell'),
  ],
  coo: [
    figures('figures'),
    title('statistics', '/dashboard/statistics'),
    list('recommend', '/dashboard/recommend'),
    title('statements', SM4),
    title('exports', '/dashboard/export'),
    search,
  ],
  partner: [
    figures('ownFigures'),
    list('ownData', DATA),
    title('ownCases', RISK),
    title('ownStatement', SM4),
    list('claim', '/dashboard/recommend'),
    bell('partnerBell'),
  ],
  supplier: [
    figures('supplierFigures'),
    title('tasks', '/dashboard/distribute_videos'),
    views('ranks', '/dashboard/hot_rank/today_rank'),
    bell('supplierBell'),
    search,
  ],
}

/** The tour of a person: the steps of the role whose pages are open to this account. */
export const stepsOf = (session: SessionInfo): Step[] =>
  STEPS[session.accessRoles].filter(({ path }) => {
    const page = pageAt(path)
    return !!page && isOpenTo(session, page)
  })
