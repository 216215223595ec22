import { defineText } from '../../core/text.ts'
import type { Reason, Subject } from './read.ts'

interface Way {
  /** What was submitted. */
  name: string
  lead: string
  rows: string
  kept: string
  /** The page to follow it on. */
  follow: string
  correct: string
  steps: readonly [string, string, string, string]
}

const zhWays: Record<Subject, Way> = {
  form: {
    name: '提交内容',
    lead: '表单提交成功！',
    rows: '条数',
    kept: '未处理',
    follow: '返回工作台',
    correct: '返回修改',
    steps: ['提交申请', '系统处理', '结果通知', '完成'],
  },
  campaign: {
    name: '分发活动',
    lead: '分发任务已下发，供应商已收到待办。',
    rows: '下发任务',
    kept: '未下发',
    follow: '查看任务',
    correct: '返回修改',
    steps: ['提交活动', '供应商接收', '发布并提交链接', '核验完成'],
  },
  import: {
    name: '数据导入',
    lead: '文件中的数据已写入，统计会在几分钟内更新。',
    rows: '写入行数',
    kept: '未导入',
    follow: '查看投稿数据',
    correct: '返回导入',
    steps: ['上传文件', '试导入核对', '写入数据', '更新统计'],
  },
}

const enWays: Record<Subject, Way> = {
  form: {
    name: 'Submission',
    lead: 'Submit form success!',
    rows: 'Rows',
    kept: 'Not taken',
    follow: 'Back to the workplace',
    correct: 'Return to correct it',
    steps: ['Submitted', 'Being processed', 'Notice of the result', 'Finished'],
  },
  campaign: {
    name: 'Distribution campaign',
    lead: 'The tasks are sent and the suppliers have been told.',
    rows: 'Tasks sent',
    kept: 'Kept out',
    follow: 'See the tasks',
    correct: 'Return to correct it',
    steps: ['Campaign submitted', 'Suppliers accept', 'Posts and links', 'Verified'],
  },
  import: {
    name: 'Data import',
    lead: 'The rows of the file are in; statistics follow within minutes.',
    rows: 'Rows written',
    kept: 'Not imported',
    follow: 'See the submissions',
    correct: 'Return to the import',
    steps: ['File uploaded', 'Dry run checked', 'Data written', 'Statistics updated'],
  },
}

const zhReasons: Record<Reason, [why: string, what: string]> = {
  ROWS_NOT_FOUND: ['所选作品中有的已不存在', '请重新选择作品。'],
  COLLECTION_NOT_FOUND: ['所选集合不存在', '请换一个集合，或改用筛选。'],
  SUPPLIER_NOT_FOUND: ['所选供应商不存在或已停用', '请重新选择供应商。'],
  TOO_MANY_ROWS: ['一次提交的条数超过上限', '请缩小范围，分几次提交。'],
  NOTHING_TO_SEND: ['没有可以下发的任务', '请在核对一步查看每条作品未下发的原因。'],
  RIGHTS_PERIOD: ['授权期限不正确', '授权结束须不早于授权开始和今天，且不超过 3 年。'],
  DEADLINE: ['截止日期不正确', '截止日期须不早于今天，且在授权期内。'],
  PRICE: ['价格方式与单价、分成比例不一致', '请核对价格方式和对应的数值。'],
  FORBIDDEN: ['你没有进行此操作的权限', '需要权限请联系管理员。'],
  STALE: ['数据已被他人修改', '请核对最新内容后重新提交。'],
  TOO_MANY: ['操作过于频繁', '请稍候再提交。'],
  UNAVAILABLE: ['服务暂时不可用', '内容没有写入，请稍后重新提交。'],
  INTERNAL: ['服务器出了点问题', '内容没有写入。请重试，仍出错时把请求编号告诉管理员。'],
}

const enReasons: Record<Reason, [why: string, what: string]> = {
  ROWS_NOT_FOUND: ['Some of the chosen works are gone', 'Choose the works again.'],
  COLLECTION_NOT_FOUND: ['The collection does not exist', 'Choose another one, or use filters.'],
  SUPPLIER_NOT_FOUND: ['A chosen supplier does not exist or is paused', 'Choose the suppliers again.'],
  TOO_MANY_ROWS: ['More rows than one submission may have', 'Narrow the choice and submit in parts.'],
  NOTHING_TO_SEND: ['Nothing can be sent', 'The review step says why for each work.'],
  RIGHTS_PERIOD: [
    'The rights period is not valid',
    'It must end today or later, not before it starts, within 3 years.',
  ],
  DEADLINE: ['The deadline is not valid', 'It must be today or later and within the rights period.'],
  PRICE: ['The price model does not go with the price or share', 'Check the model and the figure that belongs to it.'],
  FORBIDDEN: ['You may not do this', 'Ask your administrator if you need it.'],
  STALE: ['Somebody else changed it meanwhile', 'Look at it as it is now and submit again.'],
  TOO_MANY: ['Too many requests', 'Wait a moment and submit again.'],
  UNAVAILABLE: ['The service is not available right now', 'Nothing was written; please submit again later.'],
  INTERNAL: [
    'Something went wrong on the server',
    'Nothing was written. If it keeps failing, give the request id to your administrator.',
  ],
}

export const text = defineText(
  {
    success: '提交成功',
    error: '提交失败',
    errorLead: '请核对并修改以下信息后，再重新提交。',
    print: '打印结果',
    home: '回到首页',
    progress: '当前进度',
    progressNote: '提交时的进度，最新进度请在列表中查看',
    details: '错误详情',
    unknown: ['提交的内容没有被接受', '请返回修改后重试。'] as readonly [string, string],
    facts: { what: '类型', batch: '批次', at: '提交时间', requestId: '请求编号' },
    states: { past: '已完成', now: '进行中', next: '未开始' },
    ways: zhWays,
    reasons: zhReasons,
  },
  {
    success: 'Submit Success',
    error: 'Submit Error',
    errorLead: 'Please check and correct the following, then submit again.',
    print: 'Print result',
    home: 'Go Back',
    progress: 'Progress',
    progressNote: 'As it was when submitted; the list shows how far it is now',
    details: 'Details of Error',
    unknown: ['The submission was not accepted', 'Go back, correct it and try again.'],
    facts: { what: 'Kind', batch: 'Batch', at: 'Submitted', requestId: 'Request id' },
    states: { past: 'Finished', now: 'Processing', next: 'Waiting' },
    ways: enWays,
    reasons: enReasons,
  },
)
