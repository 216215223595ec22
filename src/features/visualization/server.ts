import { addDays } from '../../core/time.ts'
import { type Feature, serve } from '../../core/verb.ts'
import { COURSE_DAYS, dataAnalysis, multiDimension, SPAN_DAYS } from './contract.ts'
import * as sql from './sql.ts'

const analysis = serve(dataAnalysis, async ({ db, scope }) => {
  const through = await sql.readThrough(db)
  if (!through) return { dataThrough: null, days: [], shares: [], published: [], watched: [], authors: [] }
  const from = addDays(through, 1 - SPAN_DAYS)
  const [days, shares, published, watched, authors] = await Promise.all([
    sql.readDays(db, scope, addDays(through, 1 - COURSE_DAYS), through),
    sql.readShares(db, scope, through),
    sql.readPublished(db, scope, from, through),
    sql.readWatched(db, scope, from, through),
    sql.readAuthors(db, scope),
  ])
  return { dataThrough: through, days, shares, published, watched, authors }
})

const dimensions = serve(multiDimension, async ({ db, scope }) => {
  const through = await sql.readThrough(db)
  if (!through) return { dataThrough: null, days: [], daysBefore: [], subjects: [], sources: [] }
  const from = addDays(through, 1 - SPAN_DAYS)
  const first = addDays(through, 1 - COURSE_DAYS)
  const [days, daysBefore, subjects, sources] = await Promise.all([
    sql.readDays(db, scope, first, through),
    sql.readDays(db, scope, addDays(first, -COURSE_DAYS), addDays(first, -1)),
    sql.readSubjects(db, scope, from, through),
    sql.readSources(db, scope, from, through),
  ])
  return { dataThrough: through, days, daysBefore, subjects, sources }
})

export const visualization: Feature = { verbs: [analysis, dimensions] }
