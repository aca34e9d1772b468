import { logRangeRoute, logTextRoute } from '#shared/playbooks/log-routes.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import { call } from '#client/api/call.ts'

/** Line numbers start at 1. */
export const readLogRange = (actionId: string, from: number, lines: number, signal: AbortSignal) =>
  call(logRangeRoute, { params: { actionId }, query: { from, lines }, signal })

export const logTextHref = (actionId: string): string => buildPath(logTextRoute, { actionId })
