import type { FastifyBaseLogger } from 'fastify'
import type { Push, PushResponse } from '#shared/agents/agent-routes.ts'
import type { PushedTable } from '#relay/backend/agents/pushed-tables.ts'
import { markPushed, noteLoss, queueAgain, readWaiting, type WaitingRow } from '#relay/backend/agents/push-queue.ts'
import { pushInHalves } from '#relay/backend/agents/push-in-halves.ts'
import type { Database } from '#relay/database/database.ts'

interface PushWaitingOptions {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly send: (rows: NonNullable<Push['rows']>) => Promise<PushResponse>
}

const rowsAtOnce = 1_000
const bytesAtOnce = 2 * 2 ** 20
const longestRow = 6 * 2 ** 20

export const fitting = (rows: readonly WaitingRow[]): { fit: WaitingRow[]; tooLong: WaitingRow[] } => {
  const fit: WaitingRow[] = []
  const tooLong: WaitingRow[] = []
  let bytes = 0
  for (const each of rows) {
    const length = Buffer.byteLength(JSON.stringify(each.row))
    if (length > longestRow) {
      tooLong.push(each)
      continue
    }
    if (fit.length > 0 && bytes + length > bytesAtOnce) break
    bytes += length
    fit.push(each)
  }
  return { fit, tooLong }
}

const lostRows = (lost: ReadonlyMap<string, unknown>): string =>
  `The upstream lost rows of ${[...lost.keys()].join(', ')}. Reporting them again.`

export const createPushWaiting = ({ database, log, send }: PushWaitingOptions) => {
  const noteMissing = async (table: PushedTable, rows: readonly WaitingRow[], { missing }: PushResponse) => {
    const lost = new Map(Object.entries(missing).map(([relation, ids]) => [relation, new Set(ids)]))
    const taken = rows.filter(({ row }) =>
      Object.entries(table.refs).every(([column, relation]) => lost.get(relation)?.has(String(row[column])) !== true),
    )
    await markPushed(database, table, taken)
    for (const [relation, ids] of lost) await queueAgain(database, relation, [...ids])
    if (lost.size === 0) return
    // The error makes the reporter wait before its next attempt; needed when nothing was accepted.
    if (taken.length === 0) throw new Error(lostRows(lost))
    log.warn({ relations: [...lost.keys()] }, 'upstream lost rows, reporting them again')
  }

  const pushRows = (table: PushedTable, rows: readonly WaitingRow[]): Promise<void> =>
    pushInHalves(rows, {
      push: async (some) => noteMissing(table, some, await send({ [table.name]: some.map(({ row }) => row) })),
      giveUp: async (row, { message }) => {
        log.error({ relation: table.name, reason: message }, 'row rejected by the upstream, skipped')
        await noteLoss(database, table.name, message, 1)
        await markPushed(database, table, [row])
      },
    })

  return async (table: PushedTable): Promise<boolean> => {
    const waiting = await readWaiting(database, table, rowsAtOnce)
    const { fit, tooLong } = fitting(waiting)
    if (tooLong.length > 0) {
      await noteLoss(database, table.name, 'too long to report', tooLong.length)
      await markPushed(database, table, tooLong)
      log.error({ relation: table.name, rows: tooLong.length }, 'rows too long to report, skipped')
    }
    if (fit.length > 0) await pushRows(table, fit)
    return fit.length + tooLong.length < waiting.length || waiting.length === rowsAtOnce
  }
}
