import type { Viewer } from '#shared/access/viewer.ts'
import type { Database } from '#relay/database/database.ts'

/** Whom a remote identity service vouches for. */
interface RemoteIdentity {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string | null
}

/**
 * The person of this console who belongs to an identity of a remote service: the one with its id, or with its address when
 * the service has verified it; made when there is none yet, without any role. `administrators` get the role admin by a
 * verified address. Null when the person was removed here.
 */
export const personOfIdentity =
  (database: Database, administrators: readonly string[]) =>
  async ({ id, name, email, isVerified }: RemoteIdentity): Promise<Viewer | null> => {
    const known = await database.query<PersonRow & { readonly deleted: boolean }>(
      `select id, name, email, deleted_at is not null as deleted from people
       where id = $1 or ($3 and email = $2 and deleted_at is null) order by id = $1 desc limit 1`,
      [id, email, isVerified],
    )
    if (known.rows[0]?.deleted === true) return null
    const made = async () =>
      database.query<PersonRow>(
        `insert into people (id, name, email)
         values ($1, $2, case when exists (select 1 from people where email = $3 and deleted_at is null) then null else $3 end)
         on conflict (id) do update set name = excluded.name returning id, name, email`,
        [id, name, email],
      )
    const person = known.rows[0] ?? (await made()).rows[0]
    if (person === undefined) return null
    if (isVerified && administrators.includes(email)) {
      await database.query(
        "insert into relay.person_roles (person_id, role) values ($1, 'admin') on conflict do nothing",
        [person.id],
      )
    }
    const { rows } = await database.query<{ readonly role: string }>(
      'select role from relay.person_roles where person_id = $1 order by role',
      [person.id],
    )
    return { id: person.id, name: person.name, email: person.email ?? email, roles: rows.map(({ role }) => role) }
  }
