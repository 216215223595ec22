/**
 * Who may do what: the one table (specification sections 2 and 6). Guard, menu, router, buttons, server and API
 * document all read it; nothing else in the product names a role to decide a right.
 */

export const ROLES = ['admin', 'leader', 'coo', 'partner', 'supplier'] as const
export type Role = (typeof ROLES)[number]

/** The two named settlement products an account's accessState may carry: bounty split and bounty plan 4. */
export const SETTLEMENT_PRODUCTS = ['wl', 'sm4'] as const
export type SettlementProduct = (typeof SETTLEMENT_PRODUCTS)[number]

/** An access rule of the specification's section 5. A missing list does not restrict; all lists must pass. */
export interface Rule {
  roles?: readonly (Role | '*')[]
  states?: readonly string[]
  keys?: readonly string[]
}

const everyone: Rule = { roles: ['*'] }
const staff: Rule = { roles: ['admin', 'leader', 'coo'] }
const operators: Rule = { roles: ['admin', 'coo'] }
const admins: Rule = { roles: ['admin'] }

/** permission → rule. `public` is the only one that needs no session. */
export const permissions = {
  public: {},
  'self.use': everyone,
  /** Saved views for everybody. */
  'views.publish': operators,

  'users.read': staff,
  'users.write': staff,
  'data.read': { roles: ['admin', 'leader', 'coo', 'partner'] },
  'data.write': operators,
  'data.own': admins,
  'income.read': { roles: ['admin', 'coo', 'partner'] },
  'dataStar.read': { roles: ['admin'], keys: ['admin', 'godot'] },
  'recommend.read': { roles: ['admin', 'partner', 'coo'] },
  'recommend.write': operators,
  /** Taking a place and handing in the work is the partner's own. */
  'recommend.claim': { roles: ['partner'] },
  'statistics.read': { roles: ['admin', 'partner', 'coo'] },
  /** Grouping by partner or team. */
  'partners.compare': operators,
  'statisticsCategory.read': admins,
  /** The category tree: names, order, risk level, merging. */
  'categories.write': admins,
  'riskVideos.read': { roles: ['admin', 'leader', 'partner', 'coo'] },
  /** Triage: flags, claims, decisions. Also the columns a partner never sees. */
  'riskVideos.write': staff,
  /** Fixing and appealing, of one's own cases. */
  'riskVideos.appeal': { roles: ['partner'] },
  /** Ending work with a whole partner. */
  'riskVideos.ban': operators,
  'riskVideos.reopen': admins,
  'distributeVideos.read': { roles: ['admin', 'supplier'] },
  /** A supplier's own part: take, refuse, fetch, confirm a recall. */
  'distributions.work': { roles: ['supplier'] },
  /** Links of posts; operators may record them for a supplier. */
  'distributions.links': { roles: ['admin', 'supplier'] },
  'distributions.manage': admins,
  'exports.read': { roles: ['admin', 'partner', 'coo'] },
  /** Everybody's exports, not only one's own. */
  'exports.all': admins,
  'settlementWl.read': { roles: ['admin', 'coo'], states: ['wl'] },
  'settlementSm4.read': { roles: ['admin', 'partner', 'coo'], states: ['sm4'] },
  /** Statements, lines and payouts; which products and partners, the rows decide. */
  'settlement.read': { roles: ['admin', 'coo', 'partner'] },
  'settlement.write': operators,
  /** Confirming, disputing, invoices: the partner's, or an operator's where the partner has no page for the product. */
  'settlement.confirm': { roles: ['admin', 'coo', 'partner'] },
  'settlement.own': { roles: ['partner'], states: ['sm4'] },
  /** What takes two administrators, and where money goes. */
  'settlement.void': admins,
  /** Income of upstream, which has no partner. */
  'settlement.reconcile': { roles: ['admin', 'coo'], states: ['wl'] },
  /** Who one's own organisation is by its papers; and deciding what is applied for. */
  'certifications.apply': { roles: ['partner', 'supplier'] },
  'certifications.review': operators,
  'hotRank.read': everyone,
  'articles.write': operators,
  'articles.read': { roles: ['admin', 'coo', 'leader', 'partner'] },
  /** The page; what may be brought in is the permission of each target. */
  'imports.use': { roles: ['admin', 'leader', 'coo', 'supplier'] },
  'imports.metrics': operators,

  'collections.read': operators,
  /** What is inside one: the view link of its row, its items, its rule. */
  'collections.view': operators,
  'collections.write': operators,
  'rules.read': admins,
  'rules.write': admins,
  'campaigns.write': admins,
  /** Drafting and proposing parameters of a product; a second person approves and publishes. */
  'plans.write': operators,
  'plans.approve': admins,
  'visualization.read': admins,
  'affiliate.read': operators,
  'affiliate.write': operators,
  'affiliateOwn.read': { roles: ['admin', 'coo', 'partner'] },
  'monitor.read': admins,
  /** Alert rules, and jobs that failed. */
  'monitor.write': admins,
  'system.read': admins,
  /** Settings, menu and organisation. */
  'system.write': admins,
  'apiDocs.read': admins,
  'ingest.write': admins,
} as const satisfies Record<string, Rule>

export type Permission = keyof typeof permissions

/**
 * What a machine's token may be made for, and the permissions of which its owner must have one, both when the token is
 * made and each time it is used.
 */
export const TOKEN_SCOPES = {
  'ingest.write': ['ingest.write'],
  'distributions.read': ['distributeVideos.read'],
  'videos.read': ['data.read'],
  'statements.read': ['settlementWl.read', 'settlementSm4.read'],
} as const satisfies Record<string, readonly Permission[]>
export type TokenScope = keyof typeof TOKEN_SCOPES

/** How a machine's token begins, so that it is never taken for a session's and is found when it leaks. */
export const TOKEN_PREFIX = 'blt_'

/** The blocks of the side menu, in order. A block's title is the word `menu.<section>`. */
export const SECTIONS = ['dashboard', 'content', 'analysis', 'business', 'affiliate', 'system', 'user'] as const
export type Section = (typeof SECTIONS)[number]

export interface Route {
  /** The specification's name. A group has none: it is not a page and is never "found" as the first permitted one. */
  name?: string
  path: string
  permission: Permission
  /** Word under `menu.` in the shell's dictionary: menu entry, breadcrumb and tab title. */
  word: string
  icon?: string
  section?: Section
  hideInMenu?: boolean
  /** Path of the menu entry to highlight while this hidden page is open. */
  activeMenu?: string
  /** Never gets a tab. */
  noTab?: boolean
  /** The query's parameter that makes two visits two things, and so two tabs: which article, which statement. */
  identity?: string
  /** A tab of this page is built anew at each visit. */
  ignoreCache?: boolean
  children?: readonly Route[]
}

/**
 * Every page behind the login, in the specification's order, which is the order of the search for the first permitted
 * route (section 5). The menu's order is that of SECTIONS and `menuOrder`.
 */
export const routes: readonly Route[] = [
  {
    name: 'user_list',
    path: '/dashboard/users',
    permission: 'users.read',
    word: 'users',
    icon: 'users',
    section: 'business',
  },
  {
    name: 'data_list',
    path: '/dashboard/data',
    permission: 'data.read',
    word: 'data',
    icon: 'video',
    section: 'content',
  },
  {
    name: 'data_list2',
    path: '/dashboard/data_star',
    permission: 'dataStar.read',
    word: 'dataStar',
    icon: 'star',
    section: 'content',
  },
  {
    name: 'recommend_list',
    path: '/dashboard/recommend',
    permission: 'recommend.read',
    word: 'recommend',
    icon: 'thumb',
    section: 'content',
  },
  {
    name: 'statistics_list',
    path: '/dashboard/statistics',
    permission: 'statistics.read',
    word: 'statistics',
    icon: 'chart',
    section: 'analysis',
  },
  {
    name: 'statistics_content_category_list',
    path: '/dashboard/statistics_content_category',
    permission: 'statisticsCategory.read',
    word: 'statisticsCategory',
    icon: 'category',
    section: 'analysis',
  },
  {
    name: 'risk_videos_list',
    path: '/dashboard/risk_videos',
    permission: 'riskVideos.read',
    word: 'riskVideos',
    icon: 'shield',
    section: 'content',
  },
  {
    name: 'distribute_videos_list',
    path: '/dashboard/distribute_videos',
    permission: 'distributeVideos.read',
    word: 'distributeVideos',
    icon: 'share',
    section: 'content',
  },
  {
    name: 'export_list',
    path: '/dashboard/export',
    permission: 'exports.read',
    word: 'exports',
    icon: 'download',
    section: 'business',
  },
  {
    path: '/dashboard/settlement',
    permission: 'self.use',
    word: 'settlement',
    icon: 'cash',
    section: 'business',
    children: [
      {
        name: 'settlement_wl',
        path: '/dashboard/settlement/settlement_wl',
        permission: 'settlementWl.read',
        word: 'settlementWl',
        identity: 'statement',
      },
      {
        name: 'settlement_sm4',
        path: '/dashboard/settlement/settlement_sm4',
        permission: 'settlementSm4.read',
        word: 'settlementSm4',
        identity: 'statement',
      },
    ],
  },
  {
    path: '/dashboard/hot_rank',
    permission: 'hotRank.read',
    word: 'hotRank',
    icon: 'flame',
    section: 'analysis',
    children: [
      {
        name: 'today_rank',
        path: '/dashboard/hot_rank/today_rank',
        permission: 'hotRank.read',
        word: 'todayRank',
      },
      {
        name: 'play_count_rank',
        path: '/dashboard/hot_rank/play_count_rank',
        permission: 'hotRank.read',
        word: 'playCountRank',
      },
      {
        name: 'history_play_count_rank',
        path: '/dashboard/hot_rank/history_play_count_rank',
        permission: 'hotRank.read',
        word: 'historyPlayCountRank',
      },
    ],
  },
  {
    name: 'article_edit',
    path: '/dashboard/article_edit',
    permission: 'articles.write',
    word: 'articleEdit',
    hideInMenu: true,
    identity: 'id',
    activeMenu: '/dashboard/article_list',
  },
  {
    name: 'article_detail',
    path: '/dashboard/article_detail',
    permission: 'articles.read',
    word: 'articleDetail',
    hideInMenu: true,
    identity: 'id',
    activeMenu: '/dashboard/article_list',
  },
  {
    name: 'article_list',
    path: '/dashboard/article_list',
    permission: 'articles.read',
    word: 'articleAcademy',
    icon: 'book',
    section: 'business',
  },
  {
    name: 'Workplace',
    path: '/dashboard/workplace',
    permission: 'self.use',
    word: 'workplace',
    icon: 'dashboard',
    section: 'dashboard',
  },
  {
    name: 'Monitor',
    path: '/dashboard/monitor',
    permission: 'monitor.read',
    word: 'monitor',
    icon: 'activity',
    section: 'dashboard',
  },
  {
    path: '/list',
    permission: 'self.use',
    word: 'list',
    icon: 'list',
    section: 'content',
    children: [
      {
        name: 'search_table',
        path: '/list/search-table',
        permission: 'collections.read',
        word: 'searchTable',
      },
      { name: 'card_list', path: '/list/card', permission: 'rules.read', word: 'cardList' },
    ],
  },
  {
    path: '/form',
    permission: 'self.use',
    word: 'form',
    icon: 'form',
    section: 'content',
    children: [
      { name: 'step_form', path: '/form/step', permission: 'campaigns.write', word: 'stepForm' },
      { name: 'group_form', path: '/form/group', permission: 'plans.write', word: 'groupForm' },
    ],
  },
  {
    path: '/profile',
    permission: 'self.use',
    word: 'profile',
    icon: 'file',
    section: 'business',
    children: [{ name: 'basic_profile', path: '/profile/basic', permission: 'plans.write', word: 'basicProfile' }],
  },
  {
    path: '/visualization',
    permission: 'self.use',
    word: 'visualization',
    icon: 'visualization',
    section: 'analysis',
    children: [
      {
        name: 'data_analysis',
        path: '/visualization/data-analysis',
        permission: 'visualization.read',
        word: 'dataAnalysis',
      },
      {
        name: 'multi_dimension_data_analysis',
        path: '/visualization/multi-dimension-data-analysis',
        permission: 'visualization.read',
        word: 'multiDimensionDataAnalysis',
      },
    ],
  },
  {
    name: 'imports',
    path: '/imports',
    permission: 'imports.use',
    word: 'imports',
    icon: 'upload',
    section: 'business',
  },
  {
    path: '/affiliate',
    permission: 'self.use',
    word: 'affiliate',
    icon: 'link',
    section: 'affiliate',
    children: [
      {
        name: 'affiliate_accounts',
        path: '/affiliate/accounts',
        permission: 'affiliate.read',
        word: 'affiliateAccounts',
      },
      {
        name: 'affiliate_links',
        path: '/affiliate/links',
        permission: 'affiliateOwn.read',
        word: 'affiliateLinks',
      },
      {
        name: 'affiliate_coupons',
        path: '/affiliate/coupons',
        permission: 'affiliate.read',
        word: 'affiliateCoupons',
      },
      {
        name: 'affiliate_coupon_codes',
        path: '/affiliate/coupon-codes',
        permission: 'affiliateOwn.read',
        word: 'affiliateCouponCodes',
      },
      {
        name: 'affiliate_orders',
        path: '/affiliate/orders',
        permission: 'affiliateOwn.read',
        word: 'affiliateOrders',
      },
      {
        name: 'affiliate_income',
        path: '/affiliate/income',
        permission: 'affiliateOwn.read',
        word: 'affiliateIncome',
      },
      {
        name: 'affiliate_daily',
        path: '/affiliate/daily',
        permission: 'affiliateOwn.read',
        word: 'affiliateDaily',
      },
      {
        name: 'affiliate_bills',
        path: '/affiliate/bills',
        permission: 'affiliateOwn.read',
        word: 'affiliateBills',
      },
    ],
  },
  {
    path: '/system',
    permission: 'self.use',
    word: 'system',
    icon: 'settings',
    section: 'system',
    children: [
      { name: 'system_config', path: '/system/config', permission: 'system.read', word: 'systemConfig' },
      { name: 'system_audit', path: '/system/audit', permission: 'system.read', word: 'systemAudit' },
      { name: 'system_access', path: '/system/access', permission: 'system.read', word: 'systemAccess' },
      {
        name: 'system_organisation',
        path: '/system/organisation',
        permission: 'system.read',
        word: 'systemOrganisation',
      },
      {
        name: 'system_certifications',
        path: '/system/certifications',
        permission: 'certifications.review',
        word: 'systemCertifications',
      },
      { name: 'system_holidays', path: '/system/holidays', permission: 'system.read', word: 'systemHolidays' },
      { name: 'system_menu', path: '/system/menu', permission: 'system.read', word: 'systemMenu' },
    ],
  },
  {
    path: '/user',
    permission: 'self.use',
    word: 'user',
    icon: 'user',
    section: 'user',
    children: [
      { name: 'user_info', path: '/user/info', permission: 'self.use', word: 'userInfo' },
      { name: 'user_setting', path: '/user/setting', permission: 'self.use', word: 'userSetting' },
    ],
  },
  { name: 'messages', path: '/messages', permission: 'self.use', word: 'messages', hideInMenu: true },
  {
    name: 'result_success',
    path: '/result/success',
    permission: 'self.use',
    word: 'resultSuccess',
    hideInMenu: true,
  },
  {
    name: 'result_error',
    path: '/result/error',
    permission: 'self.use',
    word: 'resultError',
    hideInMenu: true,
  },
  {
    name: 'exception_403',
    path: '/exception/403',
    permission: 'self.use',
    word: 'exception403',
    hideInMenu: true,
  },
  {
    name: 'exception_404',
    path: '/exception/404',
    permission: 'self.use',
    word: 'exception404',
    hideInMenu: true,
  },
  {
    name: 'exception_500',
    path: '/exception/500',
    permission: 'self.use',
    word: 'exception500',
    hideInMenu: true,
  },
]

/** The default landing page and the first tab (specification section 2). */
export const HOME = '/dashboard/workplace'

/** Paths in the order the side menu shows them inside their section; what is not named follows in route order. */
export const menuOrder: readonly string[] = [
  '/dashboard/workplace',
  '/dashboard/monitor',
  '/dashboard/data',
  '/dashboard/data_star',
  '/dashboard/recommend',
  '/dashboard/distribute_videos',
  '/dashboard/risk_videos',
  '/dashboard/statistics',
  '/dashboard/statistics_content_category',
  '/dashboard/hot_rank',
  '/visualization',
  '/dashboard/settlement',
  '/dashboard/export',
  '/imports',
  '/dashboard/users',
  '/dashboard/article_list',
  '/profile',
]
