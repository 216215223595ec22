import { defineText, type Language } from '../../core/text.ts'
import type { ListText } from '../../core/verb.ts'
import { workText } from '../../core/workText.ts'
import type { Board } from './contract.ts'

const { 'zh-CN': zh, 'en-US': en } = workText

export const text = defineText(
  {
    boards: { today_rank: '今日热榜', play_count_rank: '播放量榜', history_play_count_rank: '历史播放量榜' },
    scores: { today_rank: '热度', play_count_rank: '播放增量', history_play_count_rank: '总播放量' },
    windows: { '1': '昨日', '7': '近 7 日', '30': '近 30 日' },
    columns: {
      statDate: '榜单日期',
      rank: '排名',
      move: '变化',
      rankChange: '名次变化',
      videoId: '作品 ID',
      title: '作品',
      platform: '平台',
      creatorName: '达人',
      categoryName: '类目',
      contentType: '内容体裁',
      publishedAt: '发布时间',
      score: '分值',
      scoreBefore: '上期分值',
      playCount: '累计播放',
      playDelta: '播放增量',
      likes: '点赞',
      comments: '评论',
      shares: '分享',
      bestRank: '最高排名',
      daysOnBoard: '在榜天数',
      timesOnBoard: '上榜次数',
      platformItemId: '平台作品 ID',
    },
    moves: { same: '持平', up: '上升', down: '下降', new: '新上榜', back: '重回', unknown: '无对比' },
    platform: zh.platform,
    contentType: zh.contentType,
  },
  {
    boards: { today_rank: 'Hot today', play_count_rank: 'By plays', history_play_count_rank: 'All-time plays' },
    scores: { today_rank: 'Heat', play_count_rank: 'Plays gained', history_play_count_rank: 'Total plays' },
    windows: { '1': 'Yesterday', '7': '7 days', '30': '30 days' },
    columns: {
      statDate: 'Board of',
      rank: 'Rank',
      move: 'Change',
      rankChange: 'Places',
      videoId: 'Work ID',
      title: 'Work',
      platform: 'Platform',
      creatorName: 'Creator',
      categoryName: 'Category',
      contentType: 'Format',
      publishedAt: 'Published',
      score: 'Score',
      scoreBefore: 'Score before',
      playCount: 'Total plays',
      playDelta: 'Plays gained',
      likes: 'Likes',
      comments: 'Comments',
      shares: 'Shares',
      bestRank: 'Best rank',
      daysOnBoard: 'Days on board',
      timesOnBoard: 'Stays',
      platformItemId: 'Platform ID',
    },
    moves: { same: 'Same', up: 'Up', down: 'Down', new: 'New', back: 'Back', unknown: 'Unknown' },
    platform: en.platform,
    contentType: en.contentType,
  },
)

const listTextOf = (board: Board, language: Language): ListText[Language] => {
  const { boards, scores, columns, moves, platform, contentType } = text[language]
  return {
    title: boards[board],
    columns: { ...columns, score: scores[board] },
    choices: { move: moves, platform, contentType },
  }
}

/** The words of the three lists, which differ in what their score is. */
export const listTexts = Object.fromEntries(
  (['today_rank', 'play_count_rank', 'history_play_count_rank'] as const).map((board) => [
    board,
    { 'zh-CN': listTextOf(board, 'zh-CN'), 'en-US': listTextOf(board, 'en-US') },
  ]),
) as Record<Board, ListText>
