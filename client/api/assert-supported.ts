import type { Contract } from '#shared/primitives/contract.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { ApiError } from './api-error.ts'

/** Fails like the 404 of a production backend, without sending a request. */
export const assertSupported = ({ embeddedOnly }: Contract, where: string): void => {
  if (embeddedOnly !== true || hasOwnBackend()) return
  throw new ApiError({ kind: 'answered', status: 404, message: 'This backend does not support this request.', where })
}
