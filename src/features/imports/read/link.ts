import type { Platform } from '../contract.ts'
import { type Bad, bad } from './reason.ts'

/** Where each platform's links carry the work's id; short links carry none. */
const LINKS: [platform: Platform, host: RegExp, item: RegExp][] = [
  ['douyin', /(^|\.)(ies)?douyin\.com$/, /\/(?:video|note|share\/video)\/(\d+)|[?&]modal_id=(\d+)/],
  ['kuaishou', /(^|\.)(kuaishou|gifshow|chenzhongtech)\.com$/, /\/(?:short-video|fw\/photo)\/(\w+)/],
  ['bilibili', /(^|\.)bilibili\.com$/, /\/video\/(BV\w{10}|av\d+)/],
  ['xigua', /(^|\.)ixigua\.com$/, /\/(?:video\/)?(\d{6,})/],
  ['toutiao', /(^|\.)toutiao\.com$/, /\/(?:video|article|w|i|a)\/?(\d{6,})/],
  ['wechat_channels', /(^|\.)channels\.weixin\.qq\.com$/, /[?&](?:feedid|exportid|id)=([\w-]+)/i],
  ['other', /(^|\.)(youtube\.com|youtu\.be)$/, /(?:[?&]v=|youtu\.be\/|\/shorts\/)([\w-]{11})/],
]

/** The platform and the work's id in a link. */
export function readLink(text: string): { platform: Platform; itemId: string } | Bad {
  if (!URL.canParse(text)) return bad('BAD_LINK')
  const { href, hostname } = new URL(text)
  for (const [platform, host, item] of LINKS) {
    const itemId = host.test(hostname) && item.exec(href)?.slice(1).find(Boolean)
    if (itemId) return { platform, itemId }
  }
  return bad('BAD_LINK')
}
