import type { Connection } from './watch.ts'

const budget = 1_024
const refillMs = 10_000

/** Others cost 1. A viewer acknowledges every patch of its topics, and a renewal asks the identity service. */
const costs: ReadonlyMap<string, number> = new Map([
  ['ack', 1 / 16],
  ['subscribe', 4],
  ['renew', 64],
])

export type Spending = 'allowed' | 'rejected' | 'flood'

/** One bucket for all events of a connection. Rejected events count too, so that a flood empties a second budget. */
export const spendEvent = (
  connection: Pick<Connection, 'spent' | 'spentAtMs'>,
  event: string,
  nowMs: number,
): Spending => {
  const refilled = ((nowMs - connection.spentAtMs) / refillMs) * budget
  connection.spent = Math.max(0, connection.spent - refilled) + (costs.get(event) ?? 1)
  connection.spentAtMs = nowMs
  if (connection.spent <= budget) return 'allowed'
  return connection.spent <= 2 * budget ? 'rejected' : 'flood'
}
