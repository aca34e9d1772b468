import { browsersMost, type PushedBrowser } from '#shared/notifications/push-routes.ts'
import { isId } from '#shared/primitives/id.ts'
import type { PushSubscription } from '#relay/backend/clients/senders/web-push.ts'
import { hasSealed } from '#relay/backend/secrets/sealed-text.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

const relation = 'relay.push_subscriptions'
const shown = 'id, device, endpoint, added_at, reached_at'

export const listBrowsers = async (database: Queryable, personId: string): Promise<PushedBrowser[]> => {
  const { rows } = await database.query<PushedBrowser>(
    `select ${shown} from ${relation} where person_id = $1 order by added_at, id`,
    [personId],
  )
  return [...rows]
}

/** A known browser moves to this person if its key matches, otherwise `taken`. `full` at the maximum per person. */
export const addBrowser = (
  database: Database,
  secrets: StoredSecrets,
  personId: string,
  { endpoint, p256dh, auth, device }: PushSubscription & { readonly device: string },
): Promise<PushedBrowser | 'full' | 'taken'> =>
  database.transaction(async (transaction) => {
    const id = stableId(`push subscription ${endpoint}`)
    const sealed = secrets.seal(relation, { id, auth }, undefined)
    // Serialized per person, so that the maximum cannot be exceeded.
    await transaction.query('select 1 from people where id = $1 for update', [personId])
    const others = await transaction.query<{ count: number }>(
      `select count(*)::int as count from ${relation} where person_id = $1 and id <> $2`,
      [personId, id],
    )
    if ((others.rows[0]?.count ?? 0) >= browsersMost) return 'full'
    const { rows } = await transaction.query<PushedBrowser>(
      `insert into ${relation} as kept (id, person_id, device, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set person_id = excluded.person_id, device = excluded.device, auth = excluded.auth
         where kept.p256dh = excluded.p256dh
       returning ${shown}`,
      [id, personId, device, endpoint, p256dh, sealed.auth],
    )
    return rows[0] ?? 'taken'
  })

export const removeBrowser = async (database: Queryable, personId: string, id: string): Promise<boolean> => {
  if (!isId(id)) return false
  const { affectedRows } = await database.query(`delete from ${relation} where id = $1 and person_id = $2`, [
    id,
    personId,
  ])
  return affectedRows > 0
}

export const readSubscription = async (
  database: Queryable,
  secrets: StoredSecrets,
  personId: string,
  id: string,
): Promise<PushSubscription | undefined> => {
  if (!isId(id)) return undefined
  const { rows } = await database.query<PushSubscription & { readonly id: string }>(
    `select id, endpoint, p256dh, auth from ${relation} where id = $1 and person_id = $2`,
    [id, personId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const opened = secrets.open(relation, row)
  if (hasSealed(opened.auth))
    throw new Error("The key of this browser cannot be decrypted with this installation's key.")
  return opened
}

export interface PersonBrowser {
  readonly id: string
  readonly person_id: string
  readonly device: string
}

export const listBrowsersByPeople = async (
  database: Queryable,
  people: readonly string[],
): Promise<readonly PersonBrowser[]> => {
  if (people.length === 0) return []
  const { rows } = await database.query<PersonBrowser>(
    `select id, person_id, device from ${relation} where person_id = any($1::uuid[]) order by added_at, id`,
    [people],
  )
  return rows
}

export const noteReached = async (database: Queryable, id: string): Promise<void> => {
  await database.query(`update ${relation} set reached_at = now() where id = $1`, [id])
}

export const forgetBrowser = async (database: Queryable, id: string): Promise<void> => {
  await database.query(`delete from ${relation} where id = $1`, [id])
}
