import type { ImportTarget } from '../../core/importing.ts'
import type { Language } from '../../core/text.ts'
import { csvOf } from '../../kit/format/csv.ts'
import type { Field } from './contract.ts'
import { words } from './text.ts'

const METRIC_FIELDS = [
  'platform',
  'itemId',
  'statDate',
  'title',
  'creatorName',
  'creatorUid',
  'publishedAt',
  'playCount',
  'likeCount',
  'commentCount',
  'shareCount',
  'favoriteCount',
  'finishRate',
  'estIncome',
] as const satisfies readonly Field[]

/** The headings of a target with rows that show how they are filled in, as CSV; without a room, those of metrics. */
export function templateOf(room: ImportTarget | undefined, language: Language): string {
  if (room) return csvOf([room.fields.map(({ name }) => room.text[language].fields[name]!), ...room.examples[language]])
  const { fields, platforms, examples } = words[language]
  const { title, creator } = examples
  const row = (day: string, plays: number) => [
    platforms.douyin,
    '7429900000000000001',
    day,
    title,
    creator,
    '1000001',
    '2026-10-28 18:30',
    { figure: String(plays) },
    { figure: '320' },
    { figure: '41' },
    { figure: '18' },
    { figure: '66' },
    { figure: '45.3%' },
    { figure: '12.50' },
  ]
  return csvOf([METRIC_FIELDS.map((field) => fields[field]), row('2026-11-01', 12_840), row('2026-11-02', 15_206)])
}
