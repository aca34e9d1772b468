import { logRangeSchema } from '#shared/playbooks/log-line.ts'
import { clients } from '#client/api/clients.ts'

/** A range of an action's log, from line `from` on. Throws ApiError. */
export const readLogRange = async (actionId: string, from: number, lines: number, signal: AbortSignal) => {
  const query = { from, lines }
  const path = `/run/action/${encodeURIComponent(actionId)}/log`
  return (await clients.playbook(path, { query, schema: logRangeSchema, signal })).data
}

/** Where the whole output of an action is to be had as plain text. */
export const logTextHref = (actionId: string): string =>
  `/api/playbook/run/action/${encodeURIComponent(actionId)}/log/text`
