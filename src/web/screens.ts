import type { ComponentType } from 'react'

/** One line a screen: the route's name → its lazy chunk. */
export const screens: Record<string, () => Promise<{ default: ComponentType }>> = {
  Workplace: () => import('../features/workplace/screen.tsx'),
  search_table: () => import('../features/collections/screen.tsx'),
  data_list: () => import('../features/data/screen.tsx'),
  recommend_list: () => import('../features/recommend/screen.tsx'),
  data_list2: () => import('../features/star/screen.tsx'),
  distribute_videos_list: () => import('../features/distribution/screen.tsx'),
  step_form: () => import('../features/campaign/screen.tsx'),
  card_list: () => import('../features/riskRules/screen.tsx'),
  risk_videos_list: () => import('../features/risk/screen.tsx'),
  statistics_list: () => import('../features/statistics/screen.tsx'),
  today_rank: () => import('../features/rank/screen.tsx'),
  play_count_rank: () => import('../features/rank/screen.tsx'),
  history_play_count_rank: () => import('../features/rank/screen.tsx'),
  statistics_content_category_list: () => import('../features/categories/screen.tsx'),
  user_list: () => import('../features/users/screen.tsx'),
  messages: () => import('../features/messages/screen.tsx'),
  user_info: () => import('../features/account/screen.tsx'),
  user_setting: () => import('./settingPage.tsx'),
  export_list: () => import('../features/exports/screen.tsx'),
  imports: () => import('../features/imports/screen.tsx'),
  data_analysis: () => import('../features/visualization/screenAnalysis.tsx'),
  multi_dimension_data_analysis: () => import('../features/visualization/screenDimensions.tsx'),
}
