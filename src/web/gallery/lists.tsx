import { useState } from 'react'
import { Sparkline } from '../../kit/chart/Sparkline.tsx'
import { change } from '../../kit/format/number.ts'
import { useText } from '../../kit/hooks/app.ts'
import { Cover } from '../../kit/list/Cover.tsx'
import { Delta } from '../../kit/list/Delta.tsx'
import { KpiSkeleton, KpiStrip } from '../../kit/list/KpiStrip.tsx'
import { ListPage } from '../../kit/list/ListPage.tsx'
import { PlainTable } from '../../kit/list/PlainTable.tsx'
import { DrawerPage } from '../../kit/list/RowDrawer.tsx'
import { Status } from '../../kit/list/Status.tsx'
import { Tag } from '../../kit/list/Tag.tsx'
import type { Tone } from '../../kit/list/types.ts'
import { Placed } from './Placed.tsx'
import { Shown, Story } from './Story.tsx'
import { LIST_STATES, type ListState, sampleList, sampleText } from './sample.ts'
import { galleryText } from './text.ts'

const TONES: readonly Tone[] = ['green', 'blue', 'orange', 'red', 'grey']
const COURSE = [3, 5, null, 8, 7, 9, 12]

/** Figures and what stands in cells. */
export function FigureStories() {
  const words = useText(galleryText)
  return (
    <>
      <Story name="KpiStrip">
        <KpiStrip
          label={words.metric}
          tiles={[
            {
              label: words.metric,
              value: '62.1',
              unit: '万',
              help: words.help,
              trend: COURSE,
              note: words.compared,
              change: change(112, 100),
            },
            { label: words.video, value: '8,874', change: change(96, 100), note: words.compared },
            { label: words.state, value: '12', change: change(12, 10), isNeutral: true, onOpen: () => undefined },
            { label: words.money, value: '¥8,083.93', change: { kind: 'flat' } },
            { label: words.whole, value: '—', change: { kind: 'none' } },
          ]}
        />
        <KpiStrip label={words.whole} isSmall tiles={[{ label: words.metric, value: '8,874' }]} />
        <KpiSkeleton tiles={4} />
      </Story>
      <Story name="Delta, Sparkline" isRow>
        <Delta change={change(112, 100)} />
        <Delta change={change(88, 100)} />
        <Delta change={change(112, 100)} isNeutral />
        <Delta change={change(112, 100)} isPlain />
        <Delta change={{ kind: 'flat' }} />
        <Delta change={{ kind: 'new' }} />
        <Delta change={{ kind: 'none' }} />
        <Sparkline values={COURSE} width={56} height={26} />
        <Sparkline values={COURSE} width={56} height={26} isAccented />
      </Story>
      <Story name="Tag, Status, Cover" isRow>
        {TONES.map((tone) => (
          <Tag key={tone} tone={tone}>
            {words.states.live}
          </Tag>
        ))}
        {TONES.map((tone) => (
          <Status key={tone} tone={tone}>
            {words.states.live}
          </Status>
        ))}
        <Cover id="1" width={42} height={24} />
        <Cover id="2" width={56} height={32} durationMs={123_000} />
        <Cover id="3" width={80} height={45} durationMs={63_000} />
        <Cover id="4" url="/missing.png" width={80} height={45} />
      </Story>
      <Story name="PlainTable">
        <PlainTable
          label={words.video}
          columns={[{ name: words.video }, { name: words.metric, isNumeric: true }]}
          rows={words.titles.map((title, at) => ({ key: title, cells: [title, String(1000 * at)] }))}
        />
      </Story>
    </>
  )
}

/** The list page in each of its states. */
export function ListStories() {
  return LIST_STATES.map((state) => (
    <Story key={state} name={`ListPage, ${state}`}>
      <Placed search={state === 'noMatch' ? { state: 'failed' } : {}}>
        <SampleList state={state} />
      </Placed>
    </Story>
  ))
}

function SampleList({ state }: { state: ListState }) {
  const words = useText(galleryText)
  const [list] = useState(() => sampleList(state))
  return (
    <Shown state={words.asOf}>
      <ListPage
        list={list}
        text={sampleText}
        primary={['state', 'statDate']}
        statusTones={{ state: { live: 'green', waiting: 'orange', failed: 'red' } }}
        rowActions={() => [
          { label: words.verb, run: () => undefined },
          { label: words.danger, run: () => undefined, isDanger: true },
        ]}
        bulkActions={() => [{ label: words.verb, run: () => undefined }]}
        drawer={(id, close) => (
          <DrawerPage header={<h2>{words.titles[Number(id) - 1]}</h2>}>
            <button type="button" onClick={close}>
              {words.about}
            </button>
          </DrawerPage>
        )}
      />
    </Shown>
  )
}
