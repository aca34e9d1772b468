import type { FastifyBaseLogger } from 'fastify'
import { writeReports } from '#relay/backend/checks/store/report-store.ts'
import { announceResults } from '#relay/backend/checks/store/result-notices.ts'
import { selectHeld, writeStatuses, type StatusRow } from '#relay/backend/checks/store/status-store.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import type { Database } from '#relay/database/database.ts'

interface WriteResultsOptions {
  readonly database: Database
  readonly work: Pick<Work, 'isShared'>
  readonly relayId: string
  readonly log: FastifyBaseLogger
  readonly onChange: OnChange
  /** Ids of checks of which another relay instance has newer results. */
  readonly onDropped: (ids: readonly string[]) => void
}

export const createWriteResults = ({ database, work, relayId, log, onChange, onDropped }: WriteResultsOptions) => {
  const writeShared = (rows: readonly StatusRow[], isUrgent: boolean) =>
    database.transaction(async (transaction) => {
      const held = await selectHeld(transaction, rows)
      if (held.length === 0) return held
      await writeStatuses(transaction, held)
      await writeReports(transaction, held)
      await announceResults(transaction, relayId, held, isUrgent)
      return held
    })
  const writeAll = async (rows: readonly StatusRow[]) => {
    await writeStatuses(database, rows)
    await writeReports(database, rows)
    return rows
  }
  return async (rows: readonly StatusRow[], isUrgent: boolean): Promise<void> => {
    const stored = work.isShared ? await writeShared(rows, isUrgent) : await writeAll(rows)
    for (const { onStored } of stored) onStored?.()
    if (stored.length < rows.length) {
      const kept = new Set(stored)
      const dropped = [...new Set(rows.filter((row) => !kept.has(row)).map(({ checkId }) => checkId))]
      log.info({ checks: dropped.length }, 'results of checks that another relay instance took over were dropped')
      onDropped(dropped)
    }
    const ids = [...new Set(stored.map(({ checkId }) => checkId))]
    if (ids.length === 0) return
    for (const relation of ['check_statuses', 'checks']) onChange({ relation, ids, isUrgent, isLocal: true })
  }
}
