import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Queryable, Runner } from './database.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export const migrationsFolder = new URL('migrations/', import.meta.url)

/** Arbitrary, but the same in every relay version: instances take turns by it. */
const lockKey = 4_600_001

const readMigrations = async (folder: URL): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

const refuseTampered = (
  applied: readonly { name: string; checksum: string }[],
  migrations: readonly Migration[],
): void => {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of applied) {
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

const appliedIn = async (transaction: Queryable, migrations: readonly Migration[]): Promise<ReadonlySet<string>> => {
  const { rows } = await transaction.query<{ name: string; checksum: string }>(
    'select name, checksum from relay.migrations order by name',
  )
  refuseTampered(rows, migrations)
  return new Set(rows.map(({ name }) => name))
}

/** Relays may start concurrently. Throws before any change when an applied file was changed or is missing. */
export const migrate = async (
  database: Pick<Runner, 'transaction'>,
  folder: URL = migrationsFolder,
): Promise<string[]> => {
  const migrations = await readMigrations(folder)
  const alone = <T>(work: (transaction: Queryable) => Promise<T>): Promise<T> =>
    database.transaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock($1)', [lockKey])
      return work(transaction)
    })

  const before = await alone(async (transaction) => {
    await transaction.query(`
      create schema if not exists relay;
      create table if not exists relay.migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
    return appliedIn(transaction, migrations)
  })

  const done: string[] = []
  for (const { name, sql, checksum } of migrations.filter((migration) => !before.has(migration.name))) {
    await alone(async (transaction) => {
      if ((await appliedIn(transaction, migrations)).has(name)) return
      await transaction.query(sql).catch((error: unknown) => {
        throw new Error(`The migration ${name} failed and was rolled back: ${String(error)}`, { cause: error })
      })
      await transaction.query('insert into relay.migrations (name, checksum) values ($1, $2)', [name, checksum])
      done.push(name)
    })
  }
  return done
}
