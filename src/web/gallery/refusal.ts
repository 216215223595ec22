import { CallError } from '../../kit/hooks/app.ts'

/** A refusal as a server would send it. */
export const refusal = (message: string, code = 503): CallError =>
  new CallError(message, code, { reason: 'SAMPLE', requestId: '018f3a90-7c1e' })
