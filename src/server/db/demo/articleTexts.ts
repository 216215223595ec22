/** What the demo's academy says. The texts speak of this product as it is, so that they help whoever tries it. */
export interface ArticleText {
  category: string
  title: string
  tags: string[]
  /** Days before the last one with data on which it came out; none: it never did. */
  age?: number
  status?: 'draft' | 'in_review' | 'scheduled' | 'unpublished' | 'archived'
  lang?: 'en'
  author?: string
  isPinned?: boolean
  isMustRead?: boolean
  isAnnouncement?: boolean
  /** Only these partners, by number. */
  partners?: number[]
  roles?: ('leader' | 'partner')[]
  html: string
}

export const CATEGORIES: { key: string; parent?: string; zh: string; en: string; isDocs?: boolean }[] = [
  { key: 'guide', zh: '产品指南', en: 'Product guide', isDocs: true },
  { key: 'api', zh: '接口文档', en: 'Interface docs', isDocs: true },
  { key: 'rules', zh: '平台规则', en: 'Rules' },
  { key: 'settle', parent: 'rules', zh: '结算规则', en: 'Settlement' },
  { key: 'risk', parent: 'rules', zh: '内容与风险', en: 'Content and risk' },
  { key: 'school', zh: '创作学堂', en: 'Creator school' },
  { key: 'topic', parent: 'school', zh: '选题与脚本', en: 'Topics and scripts' },
  { key: 'review', parent: 'school', zh: '数据复盘', en: 'Reading the numbers' },
  { key: 'notice', zh: '平台公告', en: 'Announcements' },
]

const p = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const h2 = (text: string): string => `<h2>${text}</h2>`
const ul = (...items: string[]): string => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`
const ol = (...items: string[]): string => `<ol>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ol>`
const quote = (text: string): string => `<blockquote><p>${text}</p></blockquote>`
const pre = (text: string): string => `<pre><code>${text}</code></pre>`
const a = (href: string, text: string): string => `<a href="${href}">${text}</a>`
const STATISTICS = '<div data-card="statistics" data-id=""></div>'

export const ARTICLES: readonly ArticleText[] = [
  {
    category: 'guide',
    title: '产品概览：五种角色，一套数据',
    tags: ['新手', '角色'],
    age: 62,
    isPinned: true,
    html:
      p(
        '投稿数据后台把一件作品从投稿、涨播、风险处置到结算的全过程放在一处。每个人登录后看到的，都是自己职责范围内的那一份。',
      ) +
      h2('谁在用') +
      ul(
        '<strong>管理员</strong>：全部数据、方案、账号与导入。',
        '<strong>组长</strong>：名下合作方的账号、投稿与风险。',
        '<strong>运营负责人</strong>：推荐、统计、风险、导出、结算与学院文章。',
        '<strong>合作方</strong>：自己达人的投稿、统计、风险整改与账单。',
        '<strong>供应商</strong>：领取分发的视频并回传链接。',
      ) +
      h2('数据从哪里来') +
      p(
        '各平台的数据按 T+1 入库。列表上方的「数据截至」是所有来源都已到齐的最后一天；当天的数字只作参考，不参与结算。',
      ) +
      STATISTICS +
      h2('从哪里开始') +
      ol(
        `在${a('/dashboard/workplace', '工作台')}看昨日变化与待办。`,
        `到${a('/dashboard/data', '投稿数据')}按平台、类目、合作方筛选作品。`,
        '把常用的筛选保存为视图，下次一步到位。',
      ) +
      quote('看不到某个菜单或某一列，通常不是故障，而是它不在你的权限范围内。需要开通请联系你的组长。'),
  },
  {
    category: 'guide',
    title: '使用手册：列表、筛选与视图',
    tags: ['新手', '列表'],
    age: 58,
    html:
      p('后台的列表用法一致，学会一个就会了全部。') +
      h2('筛选') +
      ul(
        '筛选条件写在网址里，复制链接即可把同样的结果发给同事；对方没有权限的条件会被忽略并提示。',
        '标题搜索支持两个字起的中文词；粘贴多个作品 ID 或链接可以一次找到它们。',
        '时间按北京时间的自然日计算，起止都包含当天。',
      ) +
      h2('列与密度') +
      p('右上角的列设置可以隐藏、排序和固定列，密度分迷你、偏小、中等、偏大四档，均按人保存。') +
      h2('批量操作') +
      p('勾选若干行，或选择「全部符合条件的结果」。后者会先在服务器上冻结名单并告诉你数量，执行后逐行报告结果。') +
      h2('键盘') +
      ul('<code>Ctrl K</code> 打开命令面板', '<code>/</code> 聚焦搜索框', '风险审核台按 <code>?</code> 查看快捷键'),
  },
  {
    category: 'guide',
    title: '工作流程：一条视频的一生',
    tags: ['流程', '新手'],
    age: 55,
    html:
      p('了解视频会经过哪些环节，就知道每个页面在回答什么问题。') +
      ol(
        '<strong>投稿</strong>：达人在外部平台发布，平台数据次日入库。',
        '<strong>归属</strong>：按达人与合作方的绑定区间确定归属；解绑之后的作品不再计入。',
        '<strong>审核</strong>：命中规则或被举报的作品进入风险队列，由运营裁定。',
        '<strong>推荐与分发</strong>：优质作品进入推荐位，或分发给供应商二次发布。',
        '<strong>结算</strong>：周期结束后出具账单，合作方确认、开票、付款。',
      ) +
      h2('状态只会向前吗？') +
      p('不会。申诉成功的裁定会撤销当时产生的全部影响；被冻结的收益随之解冻，并在下一张账单中补回。') +
      quote('任何一步的操作人、时间与理由都会留痕，可以在作品详情的「操作记录」中查看。'),
  },
  {
    category: 'guide',
    title: 'Getting started with the console',
    tags: ['onboarding'],
    age: 50,
    lang: 'en',
    author: 'Backlot team',
    html:
      p(
        'Everything in this console answers one of three questions: what was published, how it is doing, and what it earns.',
      ) +
      h2('Your first ten minutes') +
      ol(
        `Open the ${a('/dashboard/workplace', 'workplace')} and look at yesterday’s changes.`,
        `In ${a('/dashboard/data', 'submission data')}, filter by platform and sort by yesterday’s plays.`,
        'Save the filter as a view; it stays with your account on every device.',
      ) +
      h2('What “data through” means') +
      p(
        'All sources have delivered up to that day. Days after it are incomplete and are shown as missing, never as zero.',
      ) +
      STATISTICS +
      h2('When something is missing') +
      p('A row, a column or a page you cannot see is outside your role. Ask your team lead; do not share accounts.'),
  },
  {
    category: 'api',
    title: '接口文档：认证与统一返回格式',
    tags: ['接口', '认证'],
    age: 47,
    html:
      p('所有接口以 JSON 往来，时间为 ISO 8601，业务日为北京时间的 <code>YYYY-MM-DD</code>，ID 一律是字符串。') +
      h2('认证') +
      p('浏览器使用登录后得到的会话令牌；程序使用个人设置中创建的 API 令牌，二者都放在请求头里。') +
      pre('Authorization: Bearer blt_xxxxxxxxxxxx') +
      h2('返回格式') +
      pre('{ "code": 200, "status": "ok", "msg": "", "data": { … } }') +
      p(
        '出错时 HTTP 状态与 <code>code</code> 一致，<code>data.reason</code> 是稳定的错误码，<code>msg</code> 按 <code>Accept-Language</code> 给出中文或英文。',
      ) +
      h2('写操作') +
      ul(
        '带上 <code>Idempotency-Key</code>，超时重试不会产生两次结果。',
        '带 <code>version</code> 的写入在数据已被他人修改时返回 409 和最新内容。',
      ) +
      p(`完整的接口定义见${a('/api/docs', '接口说明')}（需登录）。`),
  },
  {
    category: 'api',
    title: '接口文档：数据列表的查询与翻页',
    tags: ['接口', '列表'],
    age: 45,
    html:
      p('列表接口的参数完全一致，只有可用的筛选项不同。') +
      pre('GET /api/data?current=1&amp;pageSize=20&amp;sort=playCount:desc&amp;platform=douyin') +
      h2('参数') +
      ul(
        '<code>current</code>、<code>pageSize</code>：页码从 1 开始，每页最多 200。',
        '<code>sort</code>：字段名加方向；不允许的字段返回 400 并列出可用字段。',
        '区间筛选写作 <code>from..to</code>，任一端可省略。',
      ) +
      h2('深翻页') +
      p('超过一万行请使用返回的 <code>nextCursor</code>，翻到第五千页与第一页一样快。') +
      h2('总数') +
      p('十万行以内精确；更大的结果为估计值，<code>totalIsExact</code> 为 <code>false</code>。'),
  },
  {
    category: 'api',
    title: 'Interface docs: API tokens and scopes',
    tags: ['API', 'tokens'],
    age: 40,
    lang: 'en',
    author: 'Backlot team',
    html:
      p('Programs sign in with tokens. A token acts as the account that made it, inside the scopes it was made for.') +
      h2('Make one') +
      ol(
        'Open Settings → API tokens.',
        'Choose the scopes and how long it lives.',
        'Copy the token. It is shown once and stored only as a hash.',
      ) +
      h2('Scopes') +
      ul(
        '<code>videos.read</code> reads submission data.',
        '<code>distributions.read</code> reads the supplier’s feed.',
        '<code>ingest.write</code> delivers videos and metrics.',
      ) +
      quote('A leaked token is recognised by its prefix. Revoke it at once; nothing else has to change.'),
  },
  {
    category: 'settle',
    title: '赏金分成（wl）结算规则',
    tags: ['结算', '赏金分成'],
    age: 38,
    isMustRead: true,
    isPinned: true,
    html:
      p('赏金分成按<strong>有效收益</strong>的约定比例与合作方结算，周期为自然月。') +
      h2('计算口径') +
      ul(
        '有效收益 = 平台回传的可结算收益 − 冻结收益 − 退回收益。',
        '比例以合同中的方案为准，精确到百万分之一；金额以分为单位，只在账单行上四舍五入一次。',
        '被裁定「不计结算」的作品自裁定之日起不计入。',
      ) +
      h2('时间') +
      ol(
        '次月 5 日出具账单。',
        '合作方在 5 个工作日内确认或提出异议，逾期视为确认。',
        '收到合规发票后 10 个工作日内付款。',
      ) +
      h2('异议') +
      p('请在账单行上指出作品与日期，附上平台后台截图。异议成立的差额进入下一张账单的调整项，不改动已出具的账单。'),
  },
  {
    category: 'settle',
    title: '赏金计划 4（sm4）结算规则',
    tags: ['结算', '赏金计划4'],
    age: 36,
    isMustRead: true,
    html:
      p('赏金计划 4 是按播放量阶梯计价的固定方案，适用于签约了该计划的合作方。') +
      h2('阶梯') +
      ul(
        '单条作品按有效播放计价，单位为每千次播放。',
        '达到下一档后，<strong>只有超出部分</strong>按新单价计算。',
        '单条作品设有封顶；封顶之后的播放不再计费。',
      ) +
      h2('不计入的播放') +
      ul('发布 30 天之后产生的播放。', '数据异常标记未解除期间的播放。', '处于限流、下架状态期间的播放。') +
      h2('示例') +
      p('某作品有效播放 12 万次，第一档 10 万次以内每千次 3 元，第二档每千次 4 元：100 × 3 + 20 × 4 = 380 元。'),
  },
  {
    category: 'settle',
    title: '为什么我的预估收益和账单不一样',
    tags: ['结算', '常见问题'],
    age: 30,
    html:
      p('预估收益是按当前数据推算的，账单才是最终结果。常见的差异有四种。') +
      ol(
        '<strong>口径日期不同</strong>：预估含未到齐的日期，账单只含周期内已到齐的日期。',
        '<strong>收益被冻结</strong>：处于风险处置中的作品暂不计入，解冻后在下期补回。',
        '<strong>平台回溯</strong>：平台会下调异常播放，差额体现为负的调整项。',
        '<strong>封顶</strong>：赏金计划 4 的单条封顶在账单中生效。',
      ) +
      p('若仍有疑问，请在账单行上发起异议，运营会在 3 个工作日内答复。'),
  },
  {
    category: 'risk',
    title: '内容红线与处置等级',
    tags: ['风险', '规范'],
    age: 33,
    isMustRead: true,
    html:
      p('违规内容按严重程度分为四级，处置时限从发现时开始计算。') +
      ul(
        '<strong>P0</strong>：违法、危害未成年人。两小时内下架，冻结收益。',
        '<strong>P1</strong>：严重误导、侵权成立。当日处置。',
        '<strong>P2</strong>：引流、虚假宣传。三日内整改。',
        '<strong>P3</strong>：标注不全、画质问题。提醒改进。',
      ) +
      h2('整改') +
      p('收到整改通知后，请在期限内修改或删除原作品，并在风险页面提交说明。逾期未处理将按上一级处置。') +
      h2('申诉') +
      p('对裁定有异议可申诉一次，由另一位审核员复核。申诉成立的，处置影响全部撤销。'),
  },
  {
    category: 'risk',
    title: '音乐与素材版权自查清单',
    tags: ['版权', '规范'],
    age: 26,
    html:
      p('投稿前花两分钟核对，比下架后申诉省心得多。') +
      ul(
        '背景音乐来自平台曲库，或持有商用授权且在有效期内。',
        '影视、赛事画面已获授权；「介绍性引用」不等于可以随意使用。',
        '出镜人物、店铺招牌已获同意；未成年人须监护人同意。',
        '字体为商用授权版本。',
      ) +
      quote('授权文件请按「作品 ID + 授权方」命名保存，申诉时可直接上传。'),
  },
  {
    category: 'topic',
    title: '从评论区找选题：三步法',
    tags: ['选题', '评论'],
    age: 22,
    html:
      p('评论是观众替你写好的选题表。每周抽出半小时，就能攒下下个月的题目。') +
      h2('一、导出') +
      p('在投稿数据中按「昨日评论」排序，取前二十条作品。') +
      h2('二、归类') +
      p('把提问按「怎么做、值不值、在哪买、为什么」分四类，同类提问超过五条即为候选。') +
      h2('三、验证') +
      p('到热榜看近 30 天是否已有同题材上榜：有且不多，最值得做；一个都没有，先拍一条短的试水。'),
  },
  {
    category: 'topic',
    title: '前三秒脚本的五种写法',
    tags: ['脚本', '完播率'],
    age: 18,
    html:
      p('完播率的差距大多在前三秒拉开。以下写法来自近一季上榜作品的归纳。') +
      ol(
        '<strong>结果前置</strong>：先给成品，再讲过程。',
        '<strong>反常识</strong>：用一句与直觉相反的话开头。',
        '<strong>倒计时</strong>：给出明确的时长承诺，例如「一分钟学会」。',
        '<strong>对照</strong>：左右分屏，前后对比。',
        '<strong>提问</strong>：问一个观众正想问的问题。',
      ) +
      p('不要五种混用。一条作品只选一种，并在封面上与它呼应。'),
  },
  {
    category: 'review',
    title: '怎么看完播率与互动率',
    tags: ['数据', '复盘'],
    age: 16,
    html:
      p('单看播放量容易误判。把完播率与互动率放在一起，能看出问题出在哪一段。') +
      ul(
        '<strong>完播高、互动低</strong>：内容顺畅但缺少观点，结尾给观众一个表态的理由。',
        '<strong>完播低、互动高</strong>：话题有热度，节奏太慢，先剪短。',
        '<strong>两者都低</strong>：检查封面与内容是否一致。',
      ) +
      h2('和谁比') +
      p('请与同类目、同时长区间的作品比较。三十秒与三分钟的完播率没有可比性。') +
      STATISTICS,
  },
  {
    category: 'review',
    title: '周复盘模板：四张图讲清一周',
    tags: ['复盘', '模板'],
    age: 12,
    roles: ['leader', 'partner'],
    html:
      p('每周一上午，用统计页的四张图就能完成复盘。') +
      ol(
        '趋势图：本周与上周播放对比，标出拐点当天发布的作品。',
        '类目占比：占比变化超过 5 个百分点的类目各找一条代表作。',
        '时段热力：发布时间是否落在受众活跃时段。',
        '头部依赖：前 10% 作品贡献的播放占比，超过 80% 说明腰部乏力。',
      ) +
      p('把结论写成三句话：保留什么、停掉什么、下周试什么。'),
  },
  {
    category: 'review',
    title: '青柚文化专项：长尾作品二次分发指引',
    tags: ['分发', '专项'],
    age: 9,
    partners: [1],
    roles: ['partner'],
    html:
      p('近 90 天发布、播放已趋平但完播率高于类目均值的作品，适合二次分发。') +
      ul(
        '优先选择时效性弱的教程、测评类。',
        '更换封面与标题，保留作品原始发布信息。',
        '分发后 7 天内回看回传链接的数据。',
      ),
  },
  {
    category: 'notice',
    title: '关于 11 月账单出具时间的通知',
    tags: ['账单'],
    age: 5,
    isAnnouncement: true,
    isMustRead: true,
    html:
      p('各合作方：') +
      p(
        '因平台侧数据校准，11 月账单将于 <strong>12 月 6 日</strong>出具，比往常晚一天。确认期限相应顺延，不影响付款时间。',
      ) +
      p('已开通数据导出的合作方，可提前在统计页核对本月有效播放。'),
  },
  {
    category: 'notice',
    title: '风险审核台上线批量处置',
    tags: ['更新', '风险'],
    age: 3,
    isAnnouncement: true,
    html:
      p('审核员现在可以在队列中一次处置多条同类线索，处置前会逐条列出影响，处置后可在时限内撤回。') +
      ul('同一合作方的同类线索会归为一组。', '键盘可完成全部操作，按 <code>?</code> 查看。'),
  },
  {
    category: 'notice',
    title: '学院改版：必读确认与学习进度',
    tags: ['更新', '学院'],
    age: 1,
    isAnnouncement: true,
    isPinned: true,
    html:
      p(
        '学院现在会记住你读过哪些文章。标有「必读」的文章请在读完后点击确认；文章更新后会保留你的记录，重要变更会请你再次确认。',
      ) + p('找不到想看的内容？直接搜索，没有结果的关键词会进入编辑的选题表。'),
  },
  {
    category: 'school',
    title: '直播切片投稿注意事项',
    tags: ['直播', '规范'],
    status: 'draft',
    html: p('整理中：切片时长、授权主播名单、标题格式。') + ul('切片须保留直播间名称', '同一场直播最多投稿五条'),
  },
  {
    category: 'settle',
    title: '跨境收益结算说明（征求意见）',
    tags: ['结算'],
    status: 'in_review',
    html:
      p('拟从明年一季度起支持境外平台收益的结算，汇率取出账当日中间价。请审阅第二节的税费说明。') +
      h2('税费') +
      p('代扣税费在账单中单列，合作方可下载完税凭证。'),
  },
  {
    category: 'notice',
    title: '元旦假期审核与客服安排',
    tags: ['假期'],
    status: 'scheduled',
    isAnnouncement: true,
    html: p('元旦期间审核正常进行，P0 处置时限不变；账单异议顺延至节后首个工作日答复。'),
  },
  {
    category: 'rules',
    title: '旧版投稿规范（已由新规范取代）',
    tags: ['规范'],
    age: 80,
    status: 'unpublished',
    html: p('本页内容已并入《内容红线与处置等级》，仅供编辑查阅。'),
  },
]

/** The paths readers learn by, their articles by title. */
export const PATHS: readonly { title: string; summary: string; roles: ('leader' | 'partner')[]; steps: string[] }[] = [
  {
    title: '新合作方入门',
    summary: '从认识后台到第一份账单：一周内读完，就能自己投稿、看数据、对账。',
    roles: ['leader', 'partner'],
    steps: [
      '产品概览：五种角色，一套数据',
      '使用手册：列表、筛选与视图',
      '工作流程：一条视频的一生',
      '内容红线与处置等级',
      '赏金计划 4（sm4）结算规则',
    ],
  },
  {
    title: '结算与对账',
    summary: '两种结算产品怎么算、预估与账单为什么不同，确认账单前请读完。',
    roles: ['leader', 'partner'],
    steps: ['赏金分成（wl）结算规则', '赏金计划 4（sm4）结算规则', '为什么我的预估收益和账单不一样'],
  },
  {
    title: '做出更好的内容',
    summary: '选题、脚本、数据与复盘，一条视频从想法到改进的四步。',
    roles: ['partner'],
    steps: [
      '从评论区找选题：三步法',
      '前三秒脚本的五种写法',
      '怎么看完播率与互动率',
      '周复盘模板：四张图讲清一周',
      '音乐与素材版权自查清单',
    ],
  },
]
