import type { Database, Queryable, Runner } from '#relay/database/database.ts'

export interface Held {
  readonly shard: number
  readonly epoch: number
}

export class WorkLost extends Error {
  override readonly name = 'WorkLost'

  constructor() {
    super('Another relay instance has taken over this work.')
  }
}

/**
 * The database rejects every statement of the work once another relay instance owns it. Not by time: a paused
 * process does not notice that its lease expired.
 */
export const guardDatabase = (database: Database, held: Held | undefined): Database => {
  const guard =
    (runner: Runner): Runner['transaction'] =>
    (work) =>
      runner.transaction(async (transaction) => {
        await assertHeld(transaction, held)
        return work(transaction)
      })
  const transaction = guard(database)
  return {
    ...database,
    transaction,
    query: (sql, parameters) => transaction((opened) => opened.query(sql, parameters)),
  }
}

const assertHeld = async (transaction: Queryable, held: Held | undefined): Promise<void> => {
  if (held === undefined) throw new WorkLost()
  await transaction.query('select relay.assert_shard_held($1, $2)', [held.shard, held.epoch])
}
