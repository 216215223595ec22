import type { Feature } from '../core/verb.ts'
import { accessFor } from '../features/access/server.ts'
import { account } from '../features/account/server.ts'
import { affiliate } from '../features/affiliate/server.ts'
import { articles } from '../features/articles/server.ts'
import { audit } from '../features/audit/server.ts'
import { campaign } from '../features/campaign/server.ts'
import { categories } from '../features/categories/server.ts'
import { certification } from '../features/certification/server.ts'
import { collections } from '../features/collections/server.ts'
import { config } from '../features/config/server.ts'
import { creators } from '../features/creators/server.ts'
import { data } from '../features/data/server.ts'
import { distribution } from '../features/distribution/server.ts'
import { exportsFor } from '../features/exports/server.ts'
import { holidays } from '../features/holidays/server.ts'
import { importsFor } from '../features/imports/server.ts'
import { ingest } from '../features/ingest/server.ts'
import { mail } from '../features/mail/server.ts'
import { messages } from '../features/messages/server.ts'
import { monitor } from '../features/monitor/server.ts'
import { organisation } from '../features/organisation/server.ts'
import { rank } from '../features/rank/server.ts'
import { recommend } from '../features/recommend/server.ts'
import { risk } from '../features/risk/server.ts'
import { riskRulesRoom } from '../features/riskRules/server.ts'
import { session } from '../features/session/server.ts'
import { settings } from '../features/settings/server.ts'
import { settlement } from '../features/settlement/server.ts'
import { star } from '../features/star/server.ts'
import { statistics } from '../features/statistics/server.ts'
import { tokens } from '../features/tokens/server.ts'
import { users } from '../features/users/server.ts'
import { viewsFor } from '../features/views/server.ts'
import { visualization } from '../features/visualization/server.ts'
import { webhooks } from '../features/webhooks/server.ts'
import { workplace } from '../features/workplace/server.ts'
import { columnFiguresFor } from './http/columnFigures.ts'
import { selectionsFor } from './http/selections.ts'

/** One line a feature. */
const rooms: Feature[] = [
  session,
  users,
  data,
  creators,
  statistics,
  visualization,
  categories,
  workplace,
  collections,
  messages,
  monitor,
  account,
  settings,
  tokens,
  webhooks,
  mail,
  ingest,
  recommend,
  rank,
  distribution,
  campaign,
  risk,
  riskRulesRoom,
  star,
  settlement,
  audit,
  affiliate,
  articles,
  config,
  holidays,
  organisation,
  certification,
]

const withImports: Feature[] = [...rooms, importsFor(rooms)]

const withExports: Feature[] = [...withImports, exportsFor(withImports)]

const served: Feature[] = [
  ...withExports,
  selectionsFor(withImports),
  columnFiguresFor(withExports),
  viewsFor(withExports),
]

export const features: Feature[] = [...served, accessFor(served)]
