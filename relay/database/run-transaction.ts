import { AsyncLocalStorage } from 'node:async_hooks'
import type { Queryable } from './database.ts'
import { queryableOver, type RunStatement } from './run-statement.ts'
import type { TypeDecoder } from './type-decoder.ts'

interface Scope {
  readonly database: symbol
  open: boolean
}
const current = new AsyncLocalStorage<Scope>()

export const refuseInsideTransaction = (database: symbol): void => {
  const scope = current.getStore()
  if (scope?.open === true && scope.database === database) {
    throw new Error(
      'Inside a transaction, use the transaction that was passed in, not the database: it would wait for itself.',
    )
  }
}

/** The connection must not be used by anything else meanwhile. */
export const runTransaction = async <T>(
  database: symbol,
  run: RunStatement,
  types: TypeDecoder,
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> => {
  const scope: Scope = { database, open: true }
  const inScope: RunStatement = async (sql, parameters) => {
    if (!scope.open) throw new Error('The transaction has ended: this statement was not run.')
    return run(sql, parameters)
  }
  await run('begin', [])
  try {
    const result = await current.run(scope, () => work(queryableOver(inScope, types)))
    scope.open = false
    const { command } = await run('commit', [])
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed.')
    return result
  } catch (error) {
    if (scope.open) {
      scope.open = false
      // If even the rollback fails, the connection is lost and the transaction with it: the first error has the
      // cause.
      await run('rollback', []).catch(() => undefined)
    }
    throw error
  }
}
