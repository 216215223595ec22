import { expect, it } from 'vitest'
import { menuText } from '../../core/menuText.ts'
import { isSpelledIn, unread } from './pinyin.ts'

it.each([
  ['tgsj', '投稿数据'],
  ['tougao', '投稿数据'],
  ['tougaosj', '投稿数据'],
  ['TouG', '投稿数据'],
  ['shuju', '投稿数据'],
  ['yhgl', '用户管理'],
  ['dchu', '导出中心'],
])('%s finds %s', (letters, text) => expect(isSpelledIn(letters, text)).toBe(true))

it.each([
  ['tgsjx', '投稿数据'],
  ['gt', '投稿数据'],
  ['', '投稿数据'],
  ['投', '投稿数据'],
  ['data', 'Submission data'],
])('%s does not spell %s', (letters, text) => expect(isSpelledIn(letters, text)).toBe(false))

it('every word of the menu can be spelled', () => {
  const { sections, words } = menuText['zh-CN']
  expect(unread([...Object.values(sections), ...Object.values(words)].join(''))).toEqual([])
})
