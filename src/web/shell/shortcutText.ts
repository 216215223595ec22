import { defineText } from '../../core/text.ts'

/** The words of the sheet of shortcuts. */
export const shortcutText = defineText(
  {
    title: '键盘快捷键',
    does: {
      palette: '打开命令面板',
      sheet: '查看快捷键',
      nextTab: '下一个标签页',
      previousTab: '上一个标签页',
      closeTab: '关闭当前标签页',
      reopenTab: '恢复刚关闭的标签页',
      reloadTab: '重新加载当前标签页',
      pinTab: '固定或取消固定当前标签页',
    },
    placed: {
      moveTab: '移动标签（焦点在标签上）',
      tabMenu: '标签菜单（焦点在标签上）',
      closeFocused: '关闭标签（焦点在标签上）',
    },
  },
  {
    title: 'Keyboard shortcuts',
    does: {
      palette: 'Open the command palette',
      sheet: 'Show the shortcuts',
      nextTab: 'Next tab',
      previousTab: 'Previous tab',
      closeTab: 'Close this tab',
      reopenTab: 'Reopen the last closed tab',
      reloadTab: 'Reload this tab',
      pinTab: 'Pin or unpin this tab',
    },
    placed: {
      moveTab: 'Move the tab (focus on the tab)',
      tabMenu: 'Menu of the tab (focus on the tab)',
      closeFocused: 'Close the tab (focus on the tab)',
    },
  },
)
