import { defineText } from '../../core/text.ts'
import type { RuleCode } from './contract.ts'

interface Page {
  means: string
  look: string[]
  act: string[]
}

const zh: Record<RuleCode, Page> = {
  dataAgeHours: {
    means: '最新的完整数据日已经结束太久，今天的统计、热榜和估算停在那一天。',
    look: [
      '“数据接入”里哪个来源“未按时到达”，数据至哪一天',
      '“汇总”里有没有等待重新汇总的天数',
      '“任务”里有没有失败的任务',
    ],
    act: [
      '来源没有推送：联系对接方补推，或在“数据导入”导入当天文件',
      '已到齐但没有汇总：重试失败的任务，等待汇总完成',
      '当天确实没有数据：静默本规则一小时，并记下原因',
    ],
  },
  ingestRefusedPpm: {
    means: '24 小时内推送来的行有过多被拒收，这些行没有计入任何数字。',
    look: ['“数据接入”里拒收最多的来源', '该来源应答中的拒收原因与行号'],
    act: ['把拒收原因发给对接方，修正后重推（重复推送不会重复计数）', '字段改名或单位变化时，先核对接口文档再放行'],
  },
  playsDropPpm: {
    means: '最新一天到此刻的播放，明显少于前几周同星期同时段的中位数。',
    look: ['“播放走势”的下跌从几点开始', '“异常”里有没有沉默的合作方、缺失的作品', '“数据接入”的小时数据是否到齐'],
    act: [
      '数据缺失：按“数据时效”处理',
      '个别合作方沉默：联系合作方核实是否下架或改名',
      '真实下跌：通知业务线，不必处理系统',
    ],
  },
  rollupDays: {
    means: '有过多的天数等待重新汇总，统计页显示的是旧数字。',
    look: ['“汇总”里等待的天数与小时', '“任务”里汇总任务是否失败或在等待'],
    act: ['刚导入了历史数据：等待即可，逐日完成', '任务失败：看错误第一行，修正后重试', '长期不减少：检查数据库负载'],
  },
  rollupWrong: {
    means: '夜间核对发现，汇总与明细不一致。',
    look: ['“汇总”里不一致的是哪几天、相差多少', '这几天是否刚有更正或撤销导入'],
    act: ['让这些天重新汇总：对当天任意来源重推一次，或重试汇总任务', '次日核对仍不一致：导出明细，联系维护人员'],
  },
  jobsFailed: {
    means: '有后台任务的重试已用尽，它要做的事没有做。',
    look: ['“任务”里失败任务的名称与错误第一行', '同类任务是否全部失败'],
    act: [
      '原因已消除：勾选后一起重试',
      '不再需要：放弃任务',
      '同类全部失败：先查它依赖的服务（数据库、磁盘、外部接口）',
    ],
  },
  jobWaitMinutes: {
    means: '到期的任务等得太久，导出、汇总和通知都会晚到。',
    look: ['“任务”里各队列的等待与运行中', '是否有一个任务一直在运行', '“接口”里的服务进程数'],
    act: ['有大导出或大导入：等待其完成', '没有进程在运行任务：重启服务', '经常发生：增加服务进程'],
  },
  apiErrorPpm: {
    means: '近 5 分钟有过多请求以 5xx 结束，用户看到了“服务异常”。',
    look: ['“接口”里失败最多的是哪几个', '服务日志中对应的请求号', '磁盘与数据库连接是否正常'],
    act: [
      '刚升级：回退到上一版本',
      '数据库不可用：先恢复数据库，服务会自行重连',
      '只有一个接口：请用户绕开，并把请求号交给维护人员',
    ],
  },
  apiP95Ms: {
    means: '近 5 分钟 95% 的请求比阈值慢，页面会明显变慢。',
    look: ['“接口”里用时最多的接口', '是否有大导入、大导出或重新汇总在运行'],
    act: [
      '有批量任务：等待，或改到夜间进行',
      '单个接口持续变慢：缩小筛选范围，并把接口名交给维护人员',
      '持续发生：增加服务进程或数据库资源',
    ],
  },
  casesOverdue: {
    means: '有风险案件过了处理时限，可能带来平台处罚。',
    look: ['“时限”里超时的案件', '是否有人请假、案件无人领取'],
    act: ['打开超时案件，按严重程度处理', '无人领取：重新分派', '时限不合理：在全局配置中调整各级别时限'],
  },
  deadlinesOverdue: {
    means: '风险案件之外，有事项过了时限：分发、召回、领取、结算单、收票、打款或方案审批。',
    look: ['“处理时限”里超时最久的一行，点开最急的一项', '同一类是否整批超时（例如漏发了一期结算）'],
    act: [
      '按超时从久到近处理，处理完待办自动结束',
      '合作方或供应商没有动作：在消息里提醒',
      '时限本身不合理：在系统设置或方案参数里调整',
    ],
  },
  nextDeadlineHours: {
    means: '有事项即将到时限，还来得及处理。',
    look: ['“处理时限”里“24 小时内”的数目和最急的一项'],
    act: ['确认已有人在处理', '没有人处理：指派或自行处理', '提醒过早或过晚：调整本规则的小时数'],
  },
}

const en: Record<RuleCode, Page> = {
  dataAgeHours: {
    means: 'The newest complete day ended too long ago; statistics, boards and estimates stand still there.',
    look: [
      'Which source is late under Ingest, and how far it has come',
      'Whether days wait to be added up',
      'Whether jobs have failed',
    ],
    act: [
      'Nothing was sent: ask the sender to send again, or import the day’s file',
      'All is here and not added up: retry the failed jobs and wait',
      'There truly is no data: mute the rule for an hour and note why',
    ],
  },
  ingestRefusedPpm: {
    means: 'Too many rows sent within 24 hours were refused; they count in no figure.',
    look: ['The source with most refusals under Ingest', 'Reasons and row numbers in the answer it was given'],
    act: [
      'Pass the reasons to the sender and have it send again; nothing counts twice',
      'A renamed field or another unit: compare with the interface document first',
    ],
  },
  playsDropPpm: {
    means: 'Plays of the newest day so far are well below the median of the same weekdays and hours.',
    look: [
      'From which hour on the course falls',
      'Silent partners and missing works under Anomalies',
      'Whether the hourly figures have come',
    ],
    act: [
      'Data is missing: see Age of the data',
      'Single partners are silent: ask whether they took works down or renamed them',
      'The drop is real: tell the business line; the system is fine',
    ],
  },
  rollupDays: {
    means: 'Too many days wait to be added up; statistics show old figures.',
    look: ['Days and hours waiting under Sums', 'Whether the jobs that add up have failed or wait'],
    act: [
      'History was imported: wait, it goes day by day',
      'A job failed: read the first line of its error, mend it, retry',
      'It does not shrink: look at the load of the database',
    ],
  },
  rollupWrong: {
    means: 'The nightly check found sums that differ from their facts.',
    look: ['Which days differ, and by how much', 'Whether corrections or undone imports touched them'],
    act: [
      'Have those days added up anew: send any of their rows again, or retry the job',
      'Still different the next night: export the facts and call those who maintain the server',
    ],
  },
  jobsFailed: {
    means: 'A background job has used up its attempts; what it should do is not done.',
    look: ['Name and first line of the error under Jobs', 'Whether all jobs of a kind fail'],
    act: [
      'The cause is gone: choose them and retry at once',
      'Not needed any more: give them up',
      'All of a kind fail: look at what they need (database, disk, other services)',
    ],
  },
  jobWaitMinutes: {
    means: 'Jobs that are due wait too long; exports, sums and messages come late.',
    look: ['Waiting and running by queue', 'Whether one job runs on and on', 'How many server processes there are'],
    act: [
      'A large export or import: wait for its end',
      'No process works on jobs: start the server again',
      'It happens often: add a server process',
    ],
  },
  apiErrorPpm: {
    means: 'Too many requests of the last five minutes ended in 5xx; people saw an error.',
    look: ['What fails most under API', 'Its request ids in the server’s log', 'Disk and connections to the database'],
    act: [
      'Just upgraded: go back to the version before',
      'No database: bring it back first, the server connects by itself',
      'One route alone: have people avoid it, and pass its request ids on',
    ],
  },
  apiP95Ms: {
    means: '95 of 100 requests of the last five minutes were slower than the threshold; pages feel slow.',
    look: ['What takes longest under API', 'Whether a large import, export or adding up runs'],
    act: [
      'There is bulk work: wait, or move it to the night',
      'One route stays slow: narrow the filter, and pass its name on',
      'It stays: add server processes or a larger database',
    ],
  },
  casesOverdue: {
    means: 'Risk cases are past their time; the platform may impose penalties.',
    look: ['The overdue ones under Deadlines', 'Whether somebody is away and cases lie unclaimed'],
    act: [
      'Open them and work by severity',
      'Unclaimed: assign them anew',
      'The time is wrong: change the limits in the settings',
    ],
  },
  deadlinesOverdue: {
    means:
      'Something beside risk cases is past its deadline: tasks, recalls, claims, statements, invoices, payouts or plans.',
    look: [
      'The line overdue longest under Deadlines, and its most urgent one',
      'Whether all of a kind are late, as when a period was not sent out',
    ],
    act: [
      'Work from the oldest on; the todo ends by itself',
      'A partner or supplier does not act: remind them',
      'The time itself is wrong: change it in the settings or in the plan',
    ],
  },
  nextDeadlineHours: {
    means: 'Something falls due soon, and there is still time for it.',
    look: ['The count within 24 hours under Deadlines, and the most urgent one'],
    act: [
      'See that somebody works on it',
      'Nobody does: assign it, or do it',
      'Told too early or too late: change the hours of this rule',
    ],
  },
}

/** A short page for each alert: what it means, what to look at, what to do. */
export const runbooks = defineText(zh, en)
