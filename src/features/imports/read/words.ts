import type { ContentType, Platform } from '../../../core/works.ts'
import type { Field } from '../contract.ts'
import { type Bad, bad } from './reason.ts'

/** A heading without blanks, underscores, case and a unit in brackets: `播放量（次）` and `Play Count` become comparable. */
export const normalise = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】/g, '')
    .replace(/[\s_\-.:/]+/g, '')

/** What headings mean: our own words in both languages and those of the platforms' creator back offices. Normalised, best first. */
export const HEADINGS: Record<Field, readonly string[]> = {
  itemId: [
    '平台作品id',
    '作品id',
    '视频id',
    '稿件id',
    'bvid',
    'bv号',
    '内容id',
    '条目id',
    'photoid',
    'awemeid',
    'itemid',
    'platformitemid',
    'videoid',
    'workid',
    'contentid',
  ],
  shareUrl: [
    '作品链接',
    '视频链接',
    '稿件链接',
    '分享链接',
    '链接',
    '播放链接',
    'shareurl',
    'videourl',
    'link',
    'url',
    'permalink',
  ],
  statDate: [
    '统计日期',
    '数据日期',
    '日期',
    '统计时间',
    '数据时间',
    'statdate',
    'date',
    'day',
    'trendingdate',
    'reportdate',
    'snapshotdate',
  ],
  playCount: [
    '累计播放量',
    '播放量',
    '播放次数',
    '播放数',
    '总播放量',
    '阅读播放量',
    '播放',
    '观看次数',
    '观看量',
    'playcount',
    'plays',
    'views',
    'viewcount',
    'totalviews',
    'vv',
  ],
  platform: ['发布平台', '平台', '渠道', '来源平台', 'platform', 'source', 'channel'],
  title: [
    '作品名称',
    '作品标题',
    '视频标题',
    '稿件标题',
    '标题',
    '作品描述',
    '作品',
    '视频名称',
    'title',
    'videotitle',
    'caption',
    'name',
  ],
  likeCount: ['点赞量', '点赞数', '点赞', '点赞次数', '获赞数', 'likecount', 'likes', 'like'],
  commentCount: ['评论量', '评论数', '评论', '评论次数', 'commentcount', 'comments', 'commenttotal', 'comment'],
  shareCount: ['分享量', '分享数', '分享', '转发数', '转发量', '分享次数', 'sharecount', 'shares', 'share', 'reposts'],
  favoriteCount: [
    '收藏量',
    '收藏数',
    '收藏',
    '收藏次数',
    'favoritecount',
    'favouritecount',
    'favorites',
    'favourites',
    'saves',
    'collects',
  ],
  effectivePlayCount: ['有效播放量', '有效播放', '有效播放次数', '5秒播放量', 'effectiveplaycount', 'effectiveplays'],
  finishRate: ['完播率', '播放完成率', '完整播放率', 'finishrate', 'completionrate'],
  estIncome: [
    '预估收益',
    '预估收入',
    '收益',
    '当日预估收益',
    '预计收益',
    'estincome',
    'estimatedincome',
    'estimatedrevenue',
    'revenue',
    'income',
  ],
  creatorName: [
    '达人昵称',
    '达人',
    '作者昵称',
    '作者',
    '账号昵称',
    '账号名称',
    '创作者',
    '昵称',
    'up主',
    '频道',
    'creatorname',
    'creator',
    'author',
    'nickname',
    'channeltitle',
    'channelname',
  ],
  creatorUid: [
    '达人uid',
    '达人id',
    '作者uid',
    '作者id',
    '账号id',
    '用户id',
    'uid',
    'mid',
    'creatoruid',
    'creatorid',
    'authorid',
    'channelid',
    'openid',
  ],
  category: ['内容类目', '类目', '分类', '分区', '垂类', 'category', 'categoryid', 'categorycode', 'tname', 'tid'],
  publishedAt: [
    '发布时间',
    '发布日期',
    '投稿时间',
    '上传时间',
    '创建时间',
    'publishedat',
    'publishtime',
    'publishdate',
    'pubdate',
    'createtime',
    'uploadtime',
  ],
  contentType: ['内容体裁', '体裁', '作品类型', '作品体裁', '内容类型', 'contenttype', 'format'],
  duration: ['时长', '视频时长', '作品时长', 'duration', 'length'],
  coverUrl: [
    '封面',
    '封面链接',
    '封面图',
    '封面地址',
    'coverurl',
    'cover',
    'thumbnail',
    'thumbnaillink',
    'thumbnailurl',
  ],
}

const PLATFORM_WORDS: Record<Platform, readonly string[]> = {
  douyin: ['douyin', '抖音'],
  kuaishou: ['kuaishou', '快手'],
  bilibili: ['bilibili', 'b站', '哔哩哔哩'],
  xigua: ['xigua', '西瓜视频', '西瓜'],
  toutiao: ['toutiao', '今日头条', '头条'],
  wechat_channels: ['wechatchannels', 'channels', '微信视频号', '视频号'],
  other: ['other', '其他', '其它', 'youtube', 'tiktok'],
}

export function readPlatform(word: string): Platform | undefined {
  const wanted = normalise(word)
  return (Object.keys(PLATFORM_WORDS) as Platform[]).find((platform) => PLATFORM_WORDS[platform].includes(wanted))
}

/** The platform a file name or the headings give away. */
export function platformIn(text: string): Platform | undefined {
  const hay = normalise(text)
  return (Object.keys(PLATFORM_WORDS) as Platform[]).find((platform) =>
    PLATFORM_WORDS[platform].some((word) => word !== 'channels' && word !== 'other' && hay.includes(word)),
  )
}

const CONTENT_WORDS: Record<ContentType, readonly string[]> = {
  img: ['img', 'image', '图文', '图集', '图片', 'note'],
  horizontalVideo: ['horizontalvideo', '横版短视频', '横版视频', '横屏', '中视频', '长视频', 'horizontal'],
  verticalVideo: ['verticalvideo', '竖版短视频', '竖版视频', '竖屏', '短视频', '视频', 'video', 'vertical', 'short'],
}

export function readContentType(word: string): ContentType | undefined {
  const wanted = normalise(word)
  return (Object.keys(CONTENT_WORDS) as ContentType[]).find((type) => CONTENT_WORDS[type].includes(wanted))
}

// Long enough for any platform's id; `-` and `=` may stand first.
const ITEM_ID = /^[\w\-=.:]{1,64}$/
const ROUNDED_ID = /^\d(?:\.\d+)?e\+?\d+$/i

/** A platform's id or one of ours. */
export function readItemId(text: string): string | Bad {
  if (ROUNDED_ID.test(text)) return bad('DAMAGED_ID')
  return ITEM_ID.test(text) ? text : bad('BAD_ID')
}
