import type { Queryable, Runner } from './database.ts'
import { applyRepeatables, readGrants, splitRepeatables } from './repeatables.ts'
import {
  lastMergeResult,
  migrationsFolder,
  readMergedMigrations,
  readSchemaFiles,
  type SchemaFile,
} from './schema-files.ts'
import { formatWithDetail } from './sql-error.ts'

/** Arbitrary, but the same in every relay version: instances take turns by it. */
const lockKey = 4_600_001

type Applied = ReadonlyMap<string, string>

const readApplied = async (transaction: Queryable): Promise<Applied> => {
  await transaction.query(`
    create schema if not exists relay;
    create table if not exists relay.migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await transaction.query<{ name: string; checksum: string }>(
    'select name, checksum from relay.migrations order by name',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

const isMigration = (name: string): boolean => !name.includes('/')

const rejectTampered = (applied: Applied, migrations: readonly SchemaFile[]): void => {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!isMigration(name)) continue
    if (!known.has(name)) {
      throw new Error(
        `The database contains the migration ${name}, which this version does not have. ` +
          'Start the version that applied it, or use another database.',
      )
    }
    if (known.get(name) !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it was applied. Restore the file and add a new migration.`,
      )
    }
  }
}

const record = async (transaction: Queryable, files: readonly SchemaFile[]): Promise<void> => {
  await transaction.query(
    `insert into relay.migrations (name, checksum) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum)],
  )
}

const runMigrations = async (transaction: Queryable, migrations: readonly SchemaFile[]): Promise<void> => {
  for (const { name, sql } of migrations) {
    await transaction.query(sql).catch((error: unknown) => {
      throw new Error(`The migration ${name} failed and was rolled back: ${formatWithDetail(error)}`, { cause: error })
    })
  }
}

/** Completes the migrations that were merged, and records the files into which they were. */
const upgradeMerged = async (
  transaction: Queryable,
  applied: Applied,
  migrations: readonly SchemaFile[],
  folder: URL,
): Promise<Applied> => {
  const current = new Set(migrations.map(({ name }) => name))
  if (![...applied.keys()].some((name) => isMigration(name) && !current.has(name))) return applied
  const merged = await readMergedMigrations(folder)
  if (!merged.some(({ name }) => applied.has(name))) return applied
  rejectTampered(applied, merged)
  await runMigrations(
    transaction,
    merged.filter(({ name }) => !applied.has(name)),
  )
  const results = migrations.filter(({ name }) => name.slice(0, 4) <= lastMergeResult)
  await transaction.query('delete from relay.migrations')
  await record(transaction, results)
  return new Map(results.map(({ name, checksum }) => [name, checksum]))
}

/**
 * Relays may start concurrently. Everything is applied in one transaction, or nothing. Returns the names of new
 * migrations and of functions and views with another text.
 */
export const migrate = async (
  database: Pick<Runner, 'transaction'>,
  folder: URL = migrationsFolder,
): Promise<string[]> => {
  const { migrations, repeatables } = await readSchemaFiles(folder)
  return database.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [lockKey])
    const applied = await upgradeMerged(transaction, await readApplied(transaction), migrations, folder)
    rejectTampered(applied, migrations)

    const pending = migrations.filter(({ name }) => !applied.has(name))
    const changed = repeatables.filter(({ name, checksum }) => applied.get(name) !== checksum)
    const [firstChanged] = changed
    if (pending.length === 0 && firstChanged === undefined) return []

    // Views read what precedes them: a migration may change any of it, another text only what follows.
    const all = splitRepeatables(repeatables)
    const from = pending.length > 0 ? '' : (firstChanged?.name ?? '')
    const parts = all.filter(({ file }) => file >= from)
    const grants = await readGrants(transaction, all)
    // Tables use functions in defaults and triggers, so functions come first, before the tables that their bodies use.
    await transaction.query('set local check_function_bodies = off')
    await applyRepeatables(
      transaction,
      parts.filter(({ file }) => file.startsWith('functions/')),
      all,
    )
    await runMigrations(transaction, pending)
    await applyRepeatables(
      transaction,
      parts.filter(({ file }) => file.startsWith('views/')),
      all,
    )
    for (const grant of grants) await transaction.query(grant)

    await record(transaction, [...pending, ...changed])
    await transaction.query("delete from relay.migrations where name like '%/%' and not name = any($1)", [
      repeatables.map(({ name }) => name),
    ])
    return [...pending, ...changed].map(({ name }) => name)
  })
}
