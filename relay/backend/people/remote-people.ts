import type { Viewer } from '#shared/access/viewer.ts'
import type { Database } from '#relay/database/database.ts'

/** Whom a remote identity service vouches for. */
interface RemoteIdentity {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

/** The person that every database begins with, whom no identity belongs to. */
const localPersonId = '01890a5d-0000-7000-8000-000000000001'

interface PersonRow {
  readonly id: string
  readonly name: string
  readonly email: string | null
}

interface KnownRow extends PersonRow {
  readonly deleted: boolean
  readonly remote_email: string | null
  readonly is_verified: boolean | null
}

const knownSql = `
  select people.id, people.name, people.email, deleted_at is not null as deleted, remote.email as remote_email,
    remote.is_verified
  from people left join relay.remote_addresses as remote on remote.person_id = people.id
  where people.id = $1
    or ($3 and people.email = $2 and deleted_at is null and people.id <> $4
      and (remote.person_id is null or (remote.is_verified and remote.email = $2)))
  order by people.id = $1 desc limit 1`
const makeSql = `
  insert into people (id, name, email)
  values ($1, $2, case when exists (select 1 from people where email = $3 and deleted_at is null) then null else $3 end)
  on conflict (id) do update set name = excluded.name returning id, name, email`
/** An address that somebody only claimed is taken from them by whoever has proven that it is theirs. */
const claimSql = `
  update people set email = null
  where email = $2 and id <> $1 and deleted_at is null
    and exists (select 1 from relay.remote_addresses where person_id = people.id and not (is_verified and email = $2))`
const rememberSql = `
  insert into relay.remote_addresses (person_id, email, is_verified) values ($1, $2, $3)
  on conflict (person_id) do update set email = excluded.email, is_verified = excluded.is_verified`

/**
 * The person of this console who belongs to an identity of a remote service: the one with its id, or with its address when
 * the service has verified it and nobody merely claimed it here before; made when there is none yet, without any role. What the
 * service says of the address is kept, for approvals. `administrators` get the role admin by a verified address. Null when the
 * person was removed here.
 */
export const personOfIdentity =
  (database: Database, administrators: readonly string[]) =>
  async ({ id, name, email, isVerified }: RemoteIdentity): Promise<Viewer | null> => {
    const { rows: found } = await database.query<KnownRow>(knownSql, [id, email, isVerified, localPersonId])
    const [known] = found
    if (known?.deleted === true) return null
    const isRemembered = known !== undefined && known.remote_email === email && known.is_verified === isVerified
    const person = isRemembered
      ? known
      : await database.transaction(async (transaction) => {
          const own = known?.id ?? id
          if (isVerified) await transaction.query(claimSql, [own, email])
          const made = known ?? (await transaction.query<PersonRow>(makeSql, [id, name, email])).rows[0]
          if (made !== undefined) await transaction.query(rememberSql, [made.id, email, isVerified])
          return made
        })
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
