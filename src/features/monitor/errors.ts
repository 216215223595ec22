import type { Refusal } from '../../core/errors.ts'

export const errors = {
  JOB_RUNNING: {
    status: 409,
    'zh-CN': '任务正在运行，请稍后再试',
    'en-US': 'The job is running; try again later',
  },
  JOB_NOT_FAILED: {
    status: 422,
    'zh-CN': '任务还会自动重试，不能放弃',
    'en-US': 'The job will be tried again by itself and cannot be given up',
  },
} as const satisfies Record<string, Refusal>
