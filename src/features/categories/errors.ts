import type { Refusal } from '../../core/errors.ts'

export const errors = {
  FUTURE: { status: 400, 'zh-CN': '{field}：不能晚于今天', 'en-US': '{field}: must not be after today' },
  NAME_LENGTH: { status: 400, 'zh-CN': '名称须为 1–20 个字', 'en-US': 'A name has 1–20 characters' },
  NAME_LENGTH_EN: { status: 400, 'zh-CN': '英文名称须为 1–40 个字符', 'en-US': 'An English name has 1–40 characters' },
  NAME_TAKEN: {
    status: 422,
    'zh-CN': '同一上级下已有「{name}」',
    'en-US': 'There is already “{name}” under the same parent',
  },
  PARENT_NOT_FOUND: { status: 422, 'zh-CN': '上级类目不存在', 'en-US': 'No such parent category' },
  TOO_DEEP: {
    status: 422,
    'zh-CN': '类目最多两级，请选择一级类目作为上级',
    'en-US': 'Categories have two levels; choose one of the first as parent',
  },
  LOOP: { status: 422, 'zh-CN': '上级不能是自己', 'en-US': 'A category cannot be its own parent' },
  HAS_CHILDREN: {
    status: 422,
    'zh-CN': '其下还有 {count} 个子类目，请先移走、合并或删除',
    'en-US': 'It still has {count} subcategories; move, merge or delete them first',
  },
  HAS_VIDEOS: {
    status: 422,
    'zh-CN': '请先合并或迁移 {count} 条作品',
    'en-US': 'Merge or move its {count} videos first',
  },
  HAS_ALIASES: {
    status: 422,
    'zh-CN': '有 {count} 个类目已并入它，不能删除',
    'en-US': '{count} categories were merged into it; it cannot be deleted',
  },
  MERGED: { status: 422, 'zh-CN': '该类目已被合并', 'en-US': 'This category was merged' },
  INTO_ITSELF: { status: 422, 'zh-CN': '不能并入自己', 'en-US': 'A category cannot go into itself' },
  INTO_MISSING: {
    status: 422,
    'zh-CN': '目标类目不存在或已停用',
    'en-US': 'The target category does not exist or is disabled',
  },
  REASON_REQUIRED: { status: 422, 'zh-CN': '请填写原因', 'en-US': 'Give a reason' },
} as const satisfies Record<string, Refusal>
