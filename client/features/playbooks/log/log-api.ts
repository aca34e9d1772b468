import { logRangeRoute, logTextRoute } from '#shared/playbooks/log-routes.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import { call } from '#client/api/call.ts'

/** A range of an action's log, from line `from` on. Throws ApiError. */
export const readLogRange = (actionId: string, from: number, lines: number, signal: AbortSignal) =>
  call(logRangeRoute, { params: { actionId }, query: { from, lines }, signal })

/** Where the whole output of an action is to be had as plain text. */
export const logTextHref = (actionId: string): string => buildPath(logTextRoute, { actionId })
