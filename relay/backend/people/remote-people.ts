import type { Viewer } from '#shared/access/viewer.ts'
import { localPersonId } from '#relay/backend/people/local-person.ts'
import { giveRoles } from '#relay/backend/people/person-roles.ts'
import { restorePerson } from '#relay/backend/people/restore-person.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

interface RemoteIdentity {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

interface BoundRow {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly is_removed: boolean
  readonly service_email: string
  readonly is_verified: boolean
  readonly roles: readonly string[]
}

const boundSql = `
  select people.id, people.name, people.email, deleted_at is not null as is_removed, remote.email as service_email,
    remote.is_verified, array(select role from relay.person_roles where person_id = people.id order by role) as roles
  from relay.remote_addresses as remote join people on people.id = remote.person_id
  where remote.identity_id = $1`
const unboundSql = `
  select people.id from people left join relay.remote_addresses as remote on remote.person_id = people.id
  where people.id <> $4 and remote.identity_id is null
    and (people.id = $1
      or ($3 and lower(people.email) = $2 and deleted_at is null
        and (remote.person_id is null or (remote.is_verified and remote.email = $2))
        and not exists (select 1 from identities where identities.id = people.id and state <> 'active')))
  order by people.id = $1 desc, people.email = $2 desc limit 1`
const makeSql = `
  insert into people (id, name)
  select case when exists (select 1 from people where id = $1) then generate_ulid() else $1 end, $2 returning id`
const bindSql = `
  insert into relay.remote_addresses (person_id, identity_id, email, is_verified) values ($1, $2, '', false)
  on conflict (person_id) do update set identity_id = excluded.identity_id`
const refreshSql = `
  update people set name = $2, email = case when $3 = '' or exists
    (select 1 from people as other where other.id <> $1 and lower(other.email) = $3 and other.deleted_at is null)
    then null else $3 end
  where id = $1`
const rememberSql = 'update relay.remote_addresses set email = $2, is_verified = $3 where person_id = $1'
/** An address belongs to one person: the one for whom the service has verified it now. */
const takeAddressSql = `
  update people set email = null where lower(email) = $2 and id <> $1 and deleted_at is null`
const distrustSql = 'update relay.remote_addresses set is_verified = false where email = $2 and person_id <> $1'

/** Serializes bindings: two concurrent ones could bind two identities to one person. */
const bindingLock = 4_600_024

const findBound = async (database: Queryable, identityId: string): Promise<BoundRow | undefined> =>
  (await database.query<BoundRow>(boundSql, [identityId])).rows[0]

const bind = async (transaction: Queryable, { id, name, email, isVerified }: RemoteIdentity) => {
  const unbound = await transaction.query<{ id: string }>(unboundSql, [id, email, isVerified, localPersonId])
  const [person] =
    unbound.rows.length > 0 ? unbound.rows : (await transaction.query<{ id: string }>(makeSql, [id, name])).rows
  await transaction.query(bindSql, [person?.id, id])
  return findBound(transaction, id)
}

const refresh = async (transaction: Queryable, personId: string, { name, email, isVerified }: RemoteIdentity) => {
  if (isVerified) {
    await transaction.query(takeAddressSql, [personId, email])
    await transaction.query(distrustSql, [personId, email])
  }
  await transaction.query(refreshSql, [personId, name, email])
  await transaction.query(rememberSql, [personId, email, isVerified])
}

const isUnchanged = (person: BoundRow, { name, email, isVerified }: RemoteIdentity): boolean =>
  person.name === name &&
  person.service_email === email &&
  person.is_verified === isVerified &&
  (person.email === email || !isVerified)

/**
 * Binds an identity once: to the unbound person with its id or verified address, else to a new person without roles.
 * Afterwards only the id counts. Null if the person was removed here.
 */
export const createPersonBinder =
  (database: Database, administrators: readonly string[]) =>
  async (identity: RemoteIdentity): Promise<Viewer | null> => {
    const isNamed = identity.isVerified && administrators.includes(identity.email)
    const known = await findBound(database, identity.id)
    const isSettled =
      known !== undefined &&
      (known.is_removed ? !isNamed : isUnchanged(known, identity) && (!isNamed || known.roles.includes('admin')))
    const person = isSettled
      ? known
      : await database.transaction(async (transaction) => {
          await transaction.query('select pg_advisory_xact_lock($1)', [bindingLock])
          const bound = (await findBound(transaction, identity.id)) ?? (await bind(transaction, identity))
          if (bound === undefined || (bound.is_removed && !isNamed)) return bound
          if (bound.is_removed) await restorePerson(transaction, bound.id)
          await refresh(transaction, bound.id, identity)
          if (isNamed) await giveRoles(transaction, bound.id, ['admin'])
          return findBound(transaction, identity.id)
        })
    if (person === undefined || person.is_removed) return null
    return { id: person.id, name: person.name, email: identity.email, roles: person.roles }
  }
