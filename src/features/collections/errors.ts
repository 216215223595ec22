import type { Refusal } from '../../core/errors.ts'

export const errors = {
  RULE_REQUIRED: { status: 422, 'zh-CN': '规则筛选的集合须有规则', 'en-US': 'A collection by rules needs a rule' },
  RULE_UNWANTED: { status: 422, 'zh-CN': '人工筛选的集合没有规则', 'en-US': 'A collection by hand has no rule' },
  RULE_MATCHES_ALL: {
    status: 422,
    'zh-CN': '规则匹配全部作品，未做任何筛选；请增加条件，或确认确实需要全部',
    'en-US': 'The rule matches every video and narrows nothing; add a condition, or confirm that all are wanted',
  },
  RULE_TOO_WIDE: {
    status: 422,
    'zh-CN': '规则匹配超过 {limit} 条作品，请缩小范围',
    'en-US': 'The rule matches more than {limit} videos; narrow it',
  },
  DAYS_REVERSED: { status: 422, 'zh-CN': '开始日期晚于结束日期', 'en-US': 'The start is after the end' },
  DAYS_REQUIRED: {
    status: 422,
    'zh-CN': '发布时间须至少有一端',
    'en-US': 'The published range needs at least one end',
  },
  PARTNER_NOT_FOUND: {
    status: 422,
    'zh-CN': '规则中的合作方不存在',
    'en-US': 'The rule names a partner that does not exist',
  },
  CATEGORY_NOT_FOUND: {
    status: 422,
    'zh-CN': '规则中的类目不存在',
    'en-US': 'The rule names a category that does not exist',
  },
  LINE_NOT_FOUND: { status: 422, 'zh-CN': '业务线不存在', 'en-US': 'No such business line' },
  READ_ONLY: {
    status: 403,
    'zh-CN': '该集合面向全部业务线，只能由负责全部业务线的人员修改',
    'en-US': 'This collection spans all business lines; only those who work for all of them may change it',
  },
  EMPTY: { status: 422, 'zh-CN': '集合没有内容，不能上线', 'en-US': 'An empty collection cannot go online' },
  NOT_BUILT: {
    status: 422,
    'zh-CN': '规则最近一次构建未成功，不能上线',
    'en-US': 'The last build of the rule did not succeed, so it cannot go online',
  },
  EMPTY_WHILE_ONLINE: {
    status: 422,
    'zh-CN': '已上线的集合不能清空，请先下线',
    'en-US': 'An online collection cannot become empty; take it offline first',
  },
  IN_USE: {
    status: 422,
    'zh-CN': '集合正被推荐、分发或导出引用，不能删除',
    'en-US': 'A recommendation, distribution or export uses this collection, so it cannot be deleted',
  },
  NOT_BY_RULE: { status: 422, 'zh-CN': '人工筛选的集合无需构建', 'en-US': 'A collection by hand has nothing to build' },
  ROWS_NOT_FOUND: {
    status: 404,
    'zh-CN': '{count} 条无权限或不存在，未做任何修改',
    'en-US': '{count} not found or not yours; nothing was changed',
  },
  FULL: {
    status: 422,
    'zh-CN': '人工集合最多 {limit} 条，加入后将有 {count} 条',
    'en-US': 'A collection by hand holds at most {limit}; this would make {count}',
  },
  NOTHING_PASTED: { status: 400, 'zh-CN': '没有找到作品 ID 或链接', 'en-US': 'There is no video id or link in it' },
  TOO_MANY_PASTED: { status: 400, 'zh-CN': '一次最多粘贴 {limit} 个', 'en-US': 'Paste at most {limit} at once' },
  IMPORT_NO_HEADER: {
    status: 400,
    'zh-CN': '首行须有「作品」列，以及「集合编号」或「集合名称」列',
    'en-US': 'The first line needs a “Video” column and a “Collection number” or “Collection name” column',
  },
  IMPORT_DOUBLE_HEADER: { status: 400, 'zh-CN': '表头「{name}」重复', 'en-US': 'The header “{name}” stands twice' },
  IMPORT_EMPTY: { status: 400, 'zh-CN': '文件没有数据行', 'en-US': 'The file has no rows' },
  IMPORT_TOO_LONG: { status: 400, 'zh-CN': '最多 {limit} 行', 'en-US': 'At most {limit} rows' },
  IMPORT_TOO_WIDE: {
    status: 400,
    'zh-CN': '一次最多导入 {limit} 个集合',
    'en-US': 'At most {limit} collections at once',
  },
  IMPORT_MALFORMED: { status: 400, 'zh-CN': '不是有效的 CSV 文件', 'en-US': 'Not a valid CSV file' },
  IMPORT_NOTHING: { status: 422, 'zh-CN': '没有可导入的行', 'en-US': 'No row can be imported' },
} as const satisfies Record<string, Refusal>

/** What may be wrong with one row of a paste, a bulk or a file. */
export const rowErrors = {
  UNKNOWN_VIDEO: { status: 404, 'zh-CN': '作品不存在或无权限', 'en-US': 'No such video, or not yours' },
  WRONG_TYPE: { status: 422, 'zh-CN': '内容体裁与集合不符', 'en-US': 'Its content type is not that of the collection' },
  WRONG_LINE: { status: 422, 'zh-CN': '不属于集合的业务线', 'en-US': 'It is not of the collection’s business line' },
  ALREADY_IN: { status: 422, 'zh-CN': '已在集合中', 'en-US': 'Already in the collection' },
  DUPLICATE: { status: 422, 'zh-CN': '与前面的行重复', 'en-US': 'The same as an earlier row' },
  UNKNOWN_COLLECTION: {
    status: 404,
    'zh-CN': '集合不存在或无权修改',
    'en-US': 'No such collection, or not yours to change',
  },
  AMBIGUOUS_NAME: {
    status: 422,
    'zh-CN': '有多个同名集合，请改用集合编号',
    'en-US': 'Several collections have this name; use the number',
  },
  BAD_NAME: { status: 422, 'zh-CN': '集合名称须为 1–60 个字', 'en-US': 'The name must have 1 to 60 characters' },
  BAD_TYPE: {
    status: 422,
    'zh-CN': '内容体裁须为图文、横版短视频或竖版短视频',
    'en-US': 'The content type must be image-text, horizontal or vertical short video',
  },
  NO_COLLECTION: { status: 422, 'zh-CN': '缺少集合编号或名称', 'en-US': 'Neither number nor name is given' },
  NO_VIDEO: { status: 422, 'zh-CN': '缺少作品 ID 或链接', 'en-US': 'The video’s id or link is missing' },
  COLLECTION_FULL: { status: 422, 'zh-CN': '集合已满 {limit} 条', 'en-US': 'The collection holds its {limit} already' },
} as const satisfies Record<string, Refusal>
export type RowError = keyof typeof rowErrors
