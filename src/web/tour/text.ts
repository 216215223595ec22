import { defineText } from '../../core/text.ts'

/** The tour's words, fetched with it. */
export const tourText = defineText(
  {
    skip: '跳过',
    back: '上一步',
    next: '下一步',
    end: '完成',
    counter: (at: number, of: number) => `${at} / ${of}`,
    steps: {
      figures: {
        title: '今天的数字',
        body: '每个数字旁都写着截至何时、较前日如何。点指标名称，就到它所数的那个列表。',
      },
      menu: { title: '菜单只有你能用的', body: '没有权限的页面不会出现，不必猜哪里点得开。' },
      data: {
        title: '一个列表，十种看法',
        body: '筛选和排序都写在网址里，复制链接就是同一个视图；列宽、列序和行高跟着你走。表头可排序，右键单元格可按它筛选。',
      },
      users: { title: '账号与归属', body: '在这里新建账号、停用账号。每个人只看到自己归属范围内的行，由服务器把关。' },
      access: { title: '谁能做什么', body: '一张表写明每个角色的权限，菜单、按钮、接口和导出都照它执行。' },
      search: {
        title: '去哪里都用它',
        body: '按 Ctrl K，输入页面名、拼音首字母或视频标题，直接跳过去；按 ? 查看全部快捷键。',
      },
      team: { title: '你的小组', body: '这里是你小组的合作方账号。别的小组的行不会出现，链接发给你也打不开。' },
      cases: {
        title: '先领取，再处理',
        body: '风险视频排成队列，领取后别人不会重复处理。通过、限流、下架都有按键，不用鼠标。',
      },
      leaderBell: { title: '该你处理的', body: '即将超时的风险、合作方的申诉，都在“待办”里，做完自动消失。' },
      statistics: {
        title: '同一口径的统计',
        body: '换维度、换时间、与上期对比；图中每一块都能点开，看到它由哪些行组成。',
      },
      recommend: { title: '选题推荐', body: '发布选题，合作方领取并交稿。每条推荐领了多少、还剩几个名额，一行看清。' },
      statements: { title: '结算单', body: '从播放量到应付金额，每一步都有公式。锁定后金额不再变，更正走下一期。' },
      exports: {
        title: '导出不用等',
        body: '大文件在后台生成，这里看进度、取消和下载。文件的行与当时的筛选完全一致。',
      },
      ownFigures: { title: '你的收益与作品', body: '只算你自己的作品。点一个数字，就看到它由哪些作品组成。' },
      ownData: { title: '你的每个视频', body: '播放、互动和收益按天更新，标题旁写着截至哪天。点一行看它的全部走势。' },
      ownCases: { title: '被标记的作品', body: '哪里有问题、要在何时前改好，都写在这里。可以修改后提交，也可以申诉。' },
      ownStatement: { title: '你的结算单', body: '看清每一项怎么算，再确认；有疑问就对那一行提出异议，其余照常付款。' },
      claim: { title: '领取选题', body: '名额先到先得。领取后按期交稿，采用情况在同一行更新。' },
      partnerBell: { title: '不会错过', body: '结算单待确认、作品被标记、申诉有结果，都会到这里。' },
      supplierFigures: { title: '今天的任务', body: '有多少条待接收、多少条快到期，一眼看清。' },
      tasks: { title: '接收、下载、回填链接', body: '逐条接收任务，下载文件，发布后回填链接。到期时间写在每一行。' },
      ranks: { title: '热榜', body: '看什么内容正在涨。榜单按平台、分类和类型切换，历史榜可以回看。' },
      supplierBell: { title: '撤回通知', body: '内容被下架时，要求撤回的通知会到这里，确认撤回后才算完成。' },
    },
  },
  {
    skip: 'Skip',
    back: 'Back',
    next: 'Next',
    end: 'Finish',
    counter: (at, of) => `${at} of ${of}`,
    steps: {
      figures: {
        title: 'Today’s figures',
        body: 'Each says as of when it holds and how it compares with the day before. Press its name to open the list it counts.',
      },
      menu: {
        title: 'Only what is yours',
        body: 'Pages you may not use are not in the menu, so there is nothing to try in vain.',
      },
      data: {
        title: 'One list, many views',
        body: 'Filters and sorting are in the address: copy the link and it is the same view. Widths, order and row height follow you. Sort by a heading; right-click a cell to filter by it.',
      },
      users: {
        title: 'Accounts and where they belong',
        body: 'Make accounts and disable them here. Everyone sees the rows of their own part alone; the server sees to that.',
      },
      access: {
        title: 'Who may do what',
        body: 'One table says it for every role. Menu, buttons, API and exports all follow it.',
      },
      search: {
        title: 'The way to everywhere',
        body: 'Press Ctrl K and type a page, pinyin initials or a video’s title. Press ? for all keys.',
      },
      team: {
        title: 'Your team',
        body: 'The partner accounts of your team. Rows of other teams never show, and a link to one opens nothing.',
      },
      cases: {
        title: 'Claim, then decide',
        body: 'Risk videos wait in a queue; what you claim nobody else works on. Every decision has a key.',
      },
      leaderBell: {
        title: 'What waits for you',
        body: 'Cases about to be late and partners’ appeals are your to-dos. They go when they are done.',
      },
      statistics: {
        title: 'Statistics that agree',
        body: 'Change dimension and days, compare with the period before. Every part of a chart opens the rows it is made of.',
      },
      recommend: {
        title: 'Topics to recommend',
        body: 'Publish a topic; partners take a place and hand in. What is taken and what is left stands in one row.',
      },
      statements: {
        title: 'Statements',
        body: 'From plays to the amount due, each step with its formula. Once locked an amount stays; corrections go into the next period.',
      },
      exports: {
        title: 'No waiting for files',
        body: 'Large files are made in the background: progress, cancel and download are here. A file holds exactly the rows of its filter.',
      },
      ownFigures: {
        title: 'Your income and work',
        body: 'Only your own videos count. Press a figure to see which ones.',
      },
      ownData: {
        title: 'Each of your videos',
        body: 'Plays, reactions and income, day by day, with the last day beside the title. Open a row for its whole course.',
      },
      ownCases: {
        title: 'Videos that were flagged',
        body: 'What is wrong and until when it can be mended stands here. Hand in a new version, or appeal.',
      },
      ownStatement: {
        title: 'Your statement',
        body: 'See how each line is reckoned, then confirm. Dispute one line and the rest is still paid.',
      },
      claim: {
        title: 'Take a topic',
        body: 'First come, first served. Hand in by the date; what became of it shows in the same row.',
      },
      partnerBell: {
        title: 'Nothing is missed',
        body: 'A statement to confirm, a flagged video, the answer to an appeal: all arrive here.',
      },
      supplierFigures: { title: 'Today’s tasks', body: 'How many wait to be taken, and how many are due soon.' },
      tasks: {
        title: 'Take, fetch, report the link',
        body: 'Take each task, fetch its file, and record the link once it is posted. The date it is due stands in its row.',
      },
      ranks: {
        title: 'Hot rankings',
        body: 'What is rising now, by platform, category and type; older boards can be looked at again.',
      },
      supplierBell: {
        title: 'Recalls',
        body: 'When something is taken down, the recall arrives here. It is done once you confirm it.',
      },
    },
  },
)
export type TourWord = keyof (typeof tourText)['zh-CN']['steps']
