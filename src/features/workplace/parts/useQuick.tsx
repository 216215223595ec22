import {
  IconChartPie,
  IconFolders,
  IconSend,
  IconSettings2,
  IconSpeakerphone,
  type TablerIcon,
} from '@tabler/icons-react'
import { useText } from '../../../kit/hooks/app.ts'
import { type OpenPage, useOpenPages } from '../../../kit/hooks/openPages.ts'
import { OPERATIONS, type Operation, operationNames } from '../contract.ts'
import { text } from '../text.ts'

const ICONS: Record<Operation, TablerIcon> = {
  contentManagement: IconFolders,
  contentStatistics: IconChartPie,
  advanced: IconSettings2,
  onlinePromotion: IconSpeakerphone,
  putIn: IconSend,
}

/** What may stand among the quick operations: those that lead somewhere for this user, and the pages themselves. */
export function useQuick(): { operations: OpenPage[]; pages: OpenPage[] } {
  const words = useText(text).operations
  const pages = useOpenPages().filter(({ name }) => name !== 'Workplace')
  const operations = operationNames.flatMap((name) => {
    const path = OPERATIONS[name].flatMap((one) => pages.find((page) => page.name === one)?.path ?? [])[0]
    const Icon = ICONS[name]
    return path ? { name, path, title: words[name], icon: <Icon size={18} stroke={1.6} /> } : []
  })
  return { operations, pages }
}
