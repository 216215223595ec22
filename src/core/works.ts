/** The outside platforms works are published on; `other` is any that has no name here. */
export const PLATFORMS = ['douyin', 'kuaishou', 'bilibili', 'xigua', 'toutiao', 'wechat_channels', 'other'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Image-text, horizontal and vertical short video (specification section 2). */
export const CONTENT_TYPES = ['img', 'horizontalVideo', 'verticalVideo'] as const
export type ContentType = (typeof CONTENT_TYPES)[number]

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

/** The platform and the work's id in a link; undefined when it is no link to a work of a known platform. */
export function readWorkLink(link: string): { platform: Platform; itemId: string } | undefined {
  if (!URL.canParse(link)) return undefined
  const { href, hostname } = new URL(link)
  for (const [platform, host, item] of LINKS) {
    const itemId = host.test(hostname) && item.exec(href)?.slice(1).find(Boolean)
    if (itemId) return { platform, itemId }
  }
  return undefined
}
