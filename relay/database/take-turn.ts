import type { Queryable, Runner } from './database.ts'

/** Until the transaction ends, other relay instances wait here with the same key. */
export const takeTurn = async (transaction: Queryable, key: string): Promise<void> => {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 4600))', [key])
}

/**
 * Work that reads and then writes: other relay instances on the same server wait. An embedded database has one
 * process, and its statements stay separate, so that others do not wait for the work between them.
 */
export const inTurn = async <T>(
  database: Runner,
  key: string,
  work: (runner: Pick<Runner, 'query' | 'transaction'>) => Promise<T>,
): Promise<T> => {
  if (database.kind === 'embedded') return work(database)
  return database.transaction(async (transaction) => {
    await takeTurn(transaction, key)
    return work({
      query: (sql, parameters) => transaction.query(sql, parameters),
      transaction: (inner) => inner(transaction),
    })
  })
}
