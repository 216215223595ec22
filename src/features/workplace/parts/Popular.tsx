import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { Empty } from '../../../kit/feedback/State.tsx'
import { change, exactCount, shortCount } from '../../../kit/format/number.ts'
import { useApp, useText } from '../../../kit/hooks/app.ts'
import { PageLink } from '../../../kit/layout/PageLink.tsx'
import { Delta } from '../../../kit/list/Delta.tsx'
import { POPULAR_TYPES, type PopularType } from '../contract.ts'
import { text } from '../text.ts'
import { Card } from './Card.tsx'
import { type Summary, useOpenPage } from './summary.ts'
import styles from './workplace.module.css'

const ARTICLE = '/dashboard/article_detail'

/** The five most played of the newest day, by kind; texts are articles, by their views. */
export function Popular({ popular }: { popular: Summary['popular'] }) {
  const words = useText(text)
  const [type, setType] = useState<PopularType>('video')
  const videos = popular[type]
  return (
    <Card
      title={words.popular}
      tools={
        <SegmentedControl
          aria-label={words.popularType}
          value={type}
          onChange={(value) => setType(value as PopularType)}
          data={POPULAR_TYPES.map((value) => ({ value, label: words.types[value] }))}
        />
      }
    >
      {videos.length > 0 ? (
        <Ranking videos={videos} isText={type === 'text'} />
      ) : (
        <Empty title={type === 'text' ? words.noTexts : words.noPopular}>
          {type === 'text' ? words.noTextsWhy : words.noPopularWhy}
        </Empty>
      )}
    </Card>
  )
}

function Ranking({ videos, isText }: { videos: Summary['popular']['video']; isText: boolean }) {
  const { language } = useApp()
  const words = useText(text)
  const data = useOpenPage(isText ? 'article_list' : 'data_list')
  return (
    <table className={styles.ranking} aria-label={words.popular}>
      <thead>
        <tr>
          <th scope="col">{words.rank}</th>
          <th scope="col">{words.title}</th>
          <th scope="col" className="num">
            {words.clicks}
          </th>
          <th scope="col" className="num" title={words.increaseHelp}>
            {words.increase}
          </th>
        </tr>
      </thead>
      <tbody>
        {videos.map(({ videoId, title, plays, playsBefore }, at) => (
          <tr key={videoId}>
            <td className="tabular">{at + 1}</td>
            <td className="ellipsis" title={title}>
              {data ? (
                <PageLink
                  className={styles.work}
                  path={isText ? ARTICLE : data.path}
                  search={isText ? { id: videoId } : { open: videoId }}
                >
                  {title || words.untitled}
                </PageLink>
              ) : (
                title || words.untitled
              )}
            </td>
            <td className="num" title={exactCount(plays)}>
              {shortCount(plays, language)}
            </td>
            <td className="num">
              <Delta change={playsBefore === null ? { kind: 'new' } : change(plays, playsBefore)} isPlain />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
