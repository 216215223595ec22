import { defineText } from '../../core/text.ts'

/** Names of the furniture's own buttons. */
export const themeText = defineText(
  {
    close: '关闭',
    clear: '清空',
    pages: { first: '第一页', previous: '上一页', next: '下一页', last: '最后一页' } as Record<string, string>,
    page: (page: number) => `第 ${page} 页`,
    showPassword: '显示或隐藏密码',
  },
  {
    close: 'Close',
    clear: 'Clear',
    pages: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
    page: (page) => `Page ${page}`,
    showPassword: 'Show or hide the password',
  },
)
