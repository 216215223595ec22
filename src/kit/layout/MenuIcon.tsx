import {
  IconActivity,
  IconApps,
  IconBook,
  IconCash,
  IconCategory,
  IconChartLine,
  IconDownload,
  IconFileText,
  IconFlame,
  IconForms,
  IconLayoutDashboard,
  IconLink,
  IconList,
  type IconProps,
  IconSettings,
  IconShare3,
  IconShieldExclamation,
  IconStar,
  IconThumbUp,
  IconUpload,
  IconUser,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

const ICONS: Record<string, ComponentType<IconProps>> = {
  activity: IconActivity,
  book: IconBook,
  cash: IconCash,
  category: IconCategory,
  chart: IconChartLine,
  dashboard: IconLayoutDashboard,
  download: IconDownload,
  file: IconFileText,
  flame: IconFlame,
  form: IconForms,
  link: IconLink,
  list: IconList,
  settings: IconSettings,
  share: IconShare3,
  shield: IconShieldExclamation,
  star: IconStar,
  thumb: IconThumbUp,
  upload: IconUpload,
  user: IconUser,
  users: IconUsers,
  video: IconVideo,
  visualization: IconApps,
}

/** The drawing of an icon name of the access table or of an arranged menu. */
export function MenuIcon({ name, size = 18 }: { name: string | undefined; size?: number }) {
  const Drawing = ICONS[name ?? ''] ?? IconFileText
  return <Drawing size={size} stroke={1.6} aria-hidden />
}
