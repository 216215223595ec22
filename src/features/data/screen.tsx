import {
  IconBan,
  IconCopy,
  IconDownload,
  IconExternalLink,
  IconFolder,
  IconLink,
  IconReceipt2,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Target } from '../../core/bulk.ts'
import { change, exactCount, money, shorten, shortMoney } from '../../kit/format/number.ts'
import { useApp, useMay, useText } from '../../kit/hooks/app.ts'
import { useOffers } from '../../kit/hooks/offers.tsx'
import { usePage } from '../../kit/hooks/page.ts'
import { KpiSkeleton, KpiStrip, type Tile } from '../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import type { Action, Selection } from '../../kit/list/types.ts'
import { useFiltered } from '../../kit/list/useList.ts'
import { dataList, dataSummary } from './contract.ts'
import { CategoryForm, ExcludeForm } from './screenForms.tsx'
import { TitleCell, VideoCard, type VideoRow } from './screenRow.tsx'
import { tones } from './screenTones.ts'
import { type Metric, TrendPanel } from './screenTrend.tsx'
import { useCopy, useDataOptions } from './screenUse.ts'
import { VideoDrawer } from './screenVideo.tsx'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 } as const

/** What a bulk action is about to do; null when no form is open. */
type Bulk = { form: 'category' | 'exclude' | 'takeBack'; target: Target; count: number; clear(): void } | null

/** The submission data list (domain page S2). */
export default function DataScreen() {
  const words = useText(text)
  const copy = useCopy()
  const canWrite = useMay('data.write')
  const { download } = useApp()
  const { partners, teams, categories } = useDataOptions()
  const offers = useOffers(dataList.key)
  const [trend, setTrend] = useState<Metric | null>(null)
  const [bulk, setBulk] = useState<Bulk>(null)
  const isPartner = useApp().session?.accessRoles === 'partner'
  const rowActions = (row: VideoRow): Action[] => {
    const { shareUrl } = row
    const link = shareUrl ? safeLink(shareUrl) : undefined
    return [
      ...(link
        ? [
            {
              label: words.actions.openOriginal,
              icon: <IconExternalLink {...icon} />,
              run: () => void window.open(link, '_blank', 'noopener,noreferrer'),
            },
          ]
        : []),
      { label: words.actions.copyId, icon: <IconCopy {...icon} />, run: () => copy(row.platformItemId) },
      ...(link ? [{ label: words.actions.copyLink, icon: <IconLink {...icon} />, run: () => copy(link) }] : []),
      ...(canWrite
        ? [
            {
              label: row.isExcluded ? words.actions.takeBack : words.actions.exclude,
              icon: row.isExcluded ? <IconReceipt2 {...icon} /> : <IconBan {...icon} />,
              run: () =>
                setBulk({
                  form: row.isExcluded ? 'takeBack' : 'exclude',
                  target: { ids: [row.videoId] },
                  count: 1,
                  clear: () => {},
                }),
            },
          ]
        : []),
      ...offers.actions({ ids: [row.videoId] }, 1),
    ]
  }
  const bulkActions = ({ target, count, clear }: Selection): Action[] => {
    const open = (form: NonNullable<Bulk>['form']) => () => setBulk({ form, target, count, clear })
    const own = [
      { label: words.actions.setCategory, icon: <IconFolder {...icon} />, run: open('category') },
      { label: words.actions.exclude, icon: <IconBan {...icon} />, run: open('exclude') },
      { label: words.actions.takeBack, icon: <IconReceipt2 {...icon} />, run: open('takeBack') },
    ]
    // A whole filter is what the page's own export takes.
    const file = 'ids' in target ? `${dataList.path}/export.csv?videoId=${target.ids.join(',')}` : null
    const save = {
      label: words.actions.exportSelected,
      icon: <IconDownload {...icon} />,
      // What went wrong the shell has shown.
      run: () => void download(file!).catch(() => {}),
    }
    return [...offers.actions(target, count, clear), ...(canWrite ? own : []), ...(file ? [save] : [])]
  }
  return (
    <>
      <ListPage
        list={dataList}
        text={text}
        summary={(filters) => (
          <>
            <Tiles filters={filters} trend={trend} onTrend={(metric) => setTrend(metric === trend ? null : metric)} />
            {trend && <TrendPanel filters={filters} metric={trend} onMetric={setTrend} />}
          </>
        )}
        cells={{ title: (row, density) => <TitleCell row={row} density={density} /> }}
        statusTones={tones}
        filterOptions={{ partnerId: partners, teamId: teams, categoryId: categories }}
        primary={isPartner ? PARTNER_FILTERS : STAFF_FILTERS}
        withoutFilters={isPartner ? HIDDEN_FROM_PARTNER : NO_FILTERS}
        rowActions={rowActions}
        bulkActions={bulkActions}
        bulkTakesAll={canWrite || offers.hasAny}
        drawer={(id, close) => <VideoDrawer key={id} id={id} onClose={close} />}
        card={(row) => <VideoCard row={row} />}
      />
      {offers.form}
      {bulk?.form === 'category' && <CategoryForm {...bulk} onClose={() => setBulk(null)} />}
      {(bulk?.form === 'exclude' || bulk?.form === 'takeBack') && (
        <ExcludeForm {...bulk} isExcluded={bulk.form === 'exclude'} onClose={() => setBulk(null)} />
      )}
    </>
  )
}

const STAFF_FILTERS = ['platform', 'partnerId', 'categoryId', 'publishedAt']
const PARTNER_FILTERS = ['platform', 'categoryId', 'publishedAt', 'visibility']
const HIDDEN_FROM_PARTNER = ['partnerId']
const NO_FILTERS: string[] = []

/** Only web addresses are opened: a stored `javascript:` link must stay text. */
function safeLink(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined
}

interface TilesProps {
  filters: Record<string, string>
  /** The metric whose course is open below. */
  trend: Metric | null
  onTrend(metric: Metric): void
}

/** The filtered set in figures; those with a course open it. */
function Tiles({ filters, trend, onTrend }: TilesProps) {
  const { language } = useApp()
  const words = useText(text)
  const page = usePage()
  const { data, isError } = useFiltered(dataList, dataSummary, filters)
  const seesIncome = useMay('income.read')
  const count = seesIncome ? 5 : 4
  if (isError) return null
  if (!data) return <KpiSkeleton tiles={count} />
  const plays =
    data.plays === null
      ? null
      : shorten(data.plays, language, language === 'zh-CN' && data.plays >= 1e4 ? 1 : undefined)
  const income = shortMoney(data.incomeFen, language)
  const opens = (metric: Metric) => ({
    onOpen: () => onTrend(metric),
    isOpen: trend === metric,
    openLabel: trend === metric ? words.trend.hide : words.trend.show,
  })
  const tiles: Tile[] = [
    { label: words.tiles.videos, value: exactCount(data.videos), note: words.tiles.inFilter },
    {
      label: words.tiles.newVideos,
      value: exactCount(data.newVideos),
      ...opens('newVideos'),
      trend: data.days.map((day) => day.newVideos),
      change: change(data.newVideos, data.newVideosBefore),
      note: words.vsBefore,
    },
    {
      label: words.tiles.plays,
      help: words.tiles.playsHelp,
      value: plays?.digits ?? exactCount(null),
      unit: plays?.unit,
      exact: exactCount(data.plays),
      ...opens('plays'),
      trend: data.days.map((day) => day.plays),
      change: change(data.plays, data.playsBefore),
      note: words.vsBefore,
    },
    ...(seesIncome
      ? [
          {
            label: words.tiles.income,
            help: words.tiles.incomeHelp,
            value: income.digits,
            unit: income.unit,
            exact: money(data.incomeFen),
            ...opens('income'),
            trend: data.days.map((day) => day.incomeFen ?? null),
            change: change(data.incomeFen, data.incomeBeforeFen),
            note: words.vsBefore,
          },
        ]
      : []),
    {
      label: words.tiles.problems,
      value: exactCount(data.problems),
      note: words.tiles.problemsNote,
      onOpen: () =>
        page.setSearch({ ...page.search, current: '', cursor: '', qualityFlag: 'stale,rollback,spike,missing' }),
    },
  ]
  return <KpiStrip label={words.tiles.label} tiles={tiles} />
}
