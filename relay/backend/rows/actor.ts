import { isId } from '#shared/primitives/id.ts'
import type { Queryable } from '#relay/database/database.ts'

export const actorSetting = (personId: string): string => (isId(personId) ? personId : '')

export const nameActor = async (transaction: Queryable, personId: string): Promise<void> => {
  await transaction.query("select set_config('quarterdeck.actor', $1, true)", [actorSetting(personId)])
}

export const nameOrigin = async (transaction: Queryable, origin: string): Promise<void> => {
  await transaction.query("select set_config('quarterdeck.origin', $1, true)", [origin])
}

interface Act {
  readonly personId: string
  readonly action: string
  readonly table: string
  readonly id: string
  readonly name: string | null
  readonly after?: unknown
}

/** Secrets in `after` must be sealed or masked. */
export const recordAct = async (
  database: Queryable,
  { personId, action, table, id, name, after }: Act,
): Promise<void> => {
  await database.query('select relay.record_act($1::uuid, $2, $3, $4, $5, $6::jsonb)', [
    isId(personId) ? personId : null,
    action,
    table,
    id,
    name,
    after === undefined ? null : JSON.stringify(after),
  ])
}
