import type { Permission } from '../../core/access.ts'
import { may } from '../../core/can.ts'
import type { List } from '../../core/contract.ts'
import type { ListQuery } from '../../core/listQuery.ts'
import { type Ctx, type Feature, serve, serveList } from '../../core/verb.ts'
import { type ListSource, readAll, readPage } from '../../kit/sql/list.ts'
import { bindingVerbs } from './bindings.ts'
import { creatorsList, partnersList, structure, suppliersList } from './contract.ts'
import { partyVerbs } from './parties.ts'
import { creatorsSource, fence, partnersSource, readStructure, suppliersSource } from './sql.ts'
import { teamVerbs } from './teams.ts'
import { creatorText, partnerText, supplierText } from './text.ts'

const question = <L extends List>(list: L, source: ListSource<L>, ctx: Ctx, query: ListQuery) => ({
  db: ctx.db,
  list,
  source,
  query,
  fence: fence(ctx.scope),
  may: (needs: Permission) => may(ctx.session, needs),
})

const partners = serveList({
  list: partnersList,
  text: partnerText,
  page: (ctx, query) => readPage(question(partnersList, partnersSource, ctx, query)),
  all: (ctx, query) => readAll(question(partnersList, partnersSource, ctx, query)),
})
const suppliers = serveList({
  list: suppliersList,
  text: supplierText,
  page: (ctx, query) => readPage(question(suppliersList, suppliersSource, ctx, query)),
  all: (ctx, query) => readAll(question(suppliersList, suppliersSource, ctx, query)),
})
const creators = serveList({
  list: creatorsList,
  text: creatorText,
  page: (ctx, query) => readPage(question(creatorsList, creatorsSource, ctx, query)),
  all: (ctx, query) => readAll(question(creatorsList, creatorsSource, ctx, query)),
})

const readAllOfIt = serve(structure, ({ db, scope }) => readStructure(db, scope))

export const organisation: Feature = {
  lists: [partners, suppliers, creators],
  verbs: [readAllOfIt, ...teamVerbs, ...partyVerbs, ...bindingVerbs],
}
