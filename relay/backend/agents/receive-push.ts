import type { z } from 'zod'
import type { PushResponse, pushSchema } from '#shared/agents/agent-routes.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import type { KnownAgent } from '#relay/backend/agents/agent-tokens.ts'
import { readCanaryLabels, relabelChecks, withCanaryLabels } from '#relay/backend/agents/label-checks.ts'
import { pushedTable, pushedTables, type PushedTable } from '#relay/backend/agents/pushed-tables.ts'
import { ownId, readRows, type ReportedRow } from '#relay/backend/agents/read-rows.ts'
import { writeResults, type WrittenResults } from '#relay/backend/agents/write-results.ts'
import { sortOut, writeRows } from '#relay/backend/agents/write-rows.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Checks } from '#relay/backend/checks/engine/checks.ts'
import { rollUpLate } from '#relay/backend/checks/store/roll-up.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'
import { invalid } from '#relay/errors/http-error.ts'

export interface ReceiveOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly checks: Pick<Checks, 'reconcile' | 'receive'>
  readonly onChange: OnChange
}

type ReceivedPush = z.output<typeof pushSchema>

const noResults: WrittenResults = { checkIds: [], newest: [], since: undefined }

/** The hourly roll-up does not look back, so late results are rolled up at once. */
const rollUpPast = async (database: Queryable, { checkIds, since }: WrittenResults): Promise<void> => {
  if (since !== undefined && since < Math.floor(Date.now() / hourMs) * hourMs)
    await rollUpLate(database, checkIds, new Date(since).toISOString())
}

const isDataError = (error: unknown): error is SqlError => error instanceof SqlError && /^2[123]/.test(error.code)

const listPossibleIds = (rows: readonly ReportedRow[]): string[] =>
  rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))

const idsByOwnId = (agentId: string, rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<string, string> =>
  new Map(listPossibleIds(rows).map((id) => [ownId(agentId, id), id]))

/** All or nothing, and idempotent. */
export const receivePush = async (
  { database, secrets, checks, onChange }: ReceiveOptions,
  agent: KnownAgent,
  { hostname, version, rows: pushed }: ReceivedPush,
  ip: string,
): Promise<PushResponse> => {
  const unknown = Object.keys(pushed).find((name) => pushedTable(name) === undefined)
  if (unknown !== undefined) throw invalid(`Rows of ${unknown} are not supported. Update this console or the agent.`)
  const missing: Record<string, string[]> = {}
  const changed = new Map<string, readonly string[]>()
  let results = noResults
  const setChanged = (name: string, ids: readonly string[]) => changed.set(name, [...(changed.get(name) ?? []), ...ids])
  const writeTable = async (transaction: Queryable, table: PushedTable, rows: readonly ReportedRow[]) => {
    const labelled = table.name === 'checks' ? await withCanaryLabels(transaction, rows) : rows
    const isCanary = table.name === 'canaries'
    const labelsBefore = await readCanaryLabels(transaction, isCanary ? rows.map((row) => row['id']) : [])
    const written = await writeRows(transaction, agent.id, table, labelled)
    setChanged(table.name, written)
    if (isCanary) setChanged('checks', await relabelChecks(transaction, labelsBefore, written))
  }
  const take = async (transaction: Queryable) => {
    for (const table of pushedTables) {
      const pushedRows = pushed[table.name] ?? []
      if (pushedRows.length === 0) continue
      const read = readRows(agent.id, table, pushedRows)
      const sealed = secrets.relation(table.name)
        ? read.map((row) => secrets.seal(table.name, row, undefined, { nothingStored: 'leave' }))
        : read
      const sorted = await sortOut(transaction, table, sealed)
      const names = sorted.missing.size > 0 ? idsByOwnId(agent.id, pushedRows) : new Map<string, string>()
      for (const [relation, ids] of sorted.missing) {
        missing[relation] = [...(missing[relation] ?? []), ...[...ids].flatMap((id) => names.get(id) ?? [])]
      }
      if (table.name === 'check_statuses') {
        results = await writeResults(transaction, sorted.whole)
        await rollUpPast(transaction, results)
      } else await writeTable(transaction, table, sorted.whole)
    }
    await transaction.query(
      `update agents set last_seen = now(), ip = $2, hostname = coalesce($3, hostname), version = coalesce($4, version),
              last_received = case when $5 then now() else last_received end
        where id = $1`,
      [agent.id, ip, hostname ?? null, version ?? null, Object.keys(pushed).length > 0],
    )
  }
  try {
    await database.transaction(take)
  } catch (error) {
    if (isDataError(error)) throw invalid(`The database rejected the rows: ${error.message}.`)
    throw error
  }
  await notifyChanges({ checks, onChange, changed, results })
  onChange({ relation: 'agents', ids: [agent.id] })
  return { agent, missing }
}

interface NotifyOptions extends Pick<ReceiveOptions, 'checks' | 'onChange'> {
  readonly changed: ReadonlyMap<string, readonly string[]>
  readonly results: WrittenResults
}

const notifyChanges = async ({ checks, onChange, changed, results }: NotifyOptions): Promise<void> => {
  const isChanged = (name: string) => (changed.get(name) ?? []).length > 0
  if (isChanged('canaries') || isChanged('checks')) await checks.reconcile()
  for (const [relation, ids] of changed) if (ids.length > 0) onChange({ relation, ids })
  if (results.checkIds.length === 0) return
  const hasTurned = checks.receive(results.newest)
  for (const relation of ['check_statuses', 'checks'])
    onChange({ relation, ids: results.checkIds, isUrgent: hasTurned })
}
