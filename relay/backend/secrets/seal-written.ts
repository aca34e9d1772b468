import type { FastifyBaseLogger } from 'fastify'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'
import { maskAudit } from '#relay/backend/secrets/mask-audit.ts'
import { rewriteRows } from '#relay/backend/secrets/rewrite-rows.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

interface SealWrittenOptions {
  readonly database: Database
  readonly secrets: StoredSecrets
  readonly log: FastifyBaseLogger
  readonly everyMs?: number
}

const tables = allResourceKinds.filter(({ secretColumns }) => secretColumns.length > 0).map(({ table }) => table)

const findWritten = tables
  .map((table) => `select '${table}' as name where exists (select from ${table} where xmin::text::bigint >= $1)`)
  .join(' union all ')

/** Transactions before it have ended: their rows are visible to this query. */
const readMark = async (database: Queryable): Promise<string> => {
  const { rows } = await database.query<{ mark: string }>(
    `select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text as mark`,
  )
  return rows[0]?.mark ?? '0'
}

/**
 * Encrypts the secrets of resources that are written past the console while it runs. Rows are found by their
 * transaction, since what writes them may set any time.
 */
export const startSealingWritten = async ({ database, secrets, log, everyMs = 5_000 }: SealWrittenOptions) => {
  let mark = await readMark(database)
  const sealTable = (name: string, since: string): Promise<number> =>
    database.transaction(async (transaction) => {
      const relation = secrets.relation(name)
      if (relation === undefined) return 0
      const seal = (row: Readonly<Record<string, unknown>>) => secrets.seal(name, row, row, { nothingStored: 'leave' })
      let count = 0
      for await (const row of rewriteRows(transaction, relation, seal, since)) {
        await maskAudit(transaction, secrets, relation, row)
        count += 1
      }
      return count
    })
  const sealWritten = async (): Promise<void> => {
    const next = await readMark(database)
    const { rows } = await database.query<{ name: string }>(findWritten, [mark])
    for (const { name } of rows) {
      const count = await sealTable(name, mark)
      if (count > 0) log.warn({ table: name, rows: count }, 'plain-text secrets written past the console encrypted')
    }
    mark = next
  }
  let isStopped = false
  let running = Promise.resolve()
  const schedule = (): NodeJS.Timeout =>
    setTimeout(() => {
      running = sealWritten()
        .catch((error: unknown) => log.warn({ err: error }, 'encrypting plain-text secrets failed, retrying'))
        .then(() => {
          if (!isStopped) timer = schedule()
        })
    }, everyMs).unref()
  let timer = schedule()
  return {
    stop: async (): Promise<void> => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
