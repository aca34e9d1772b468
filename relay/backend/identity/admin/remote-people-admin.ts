import { isId } from '#shared/primitives/id.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { nameActor } from '#relay/backend/rows/actor.ts'
import type { AccountsAdmin } from '#relay/backend/identity/admin/accounts-admin.ts'
import { administratorsLock, hasAdministrator } from '#relay/backend/people/administrators.ts'
import { restorePerson } from '#relay/backend/people/restore-person.ts'
import { giveRoles, replaceRoles } from '#relay/backend/people/person-roles.ts'
import type { Database, Queryable } from '#relay/database/database.ts'
import { conflict, invalid, notFound } from '#relay/errors/http-error.ts'

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string | null
}

const elsewhere = invalid(
  'This account is managed by the identity service.',
  'Change names, emails, invitations, states and second factors there. Roles and access are managed here.',
)

const refuse = async (): Promise<never> => {
  throw elsewhere
}

const requirePerson = async (database: Queryable, id: string): Promise<Person> => {
  const { rows } = isId(id)
    ? await database.query<Person>(
        `select id, name, email from people
         where id = $1 and (deleted_at is null or id in (select person_id from relay.remote_addresses))`,
        [id],
      )
    : { rows: [] }
  const [person] = rows
  if (person === undefined) throw notFound('Person not found.', 'Check the address.')
  return person
}

interface ListedPerson extends Person {
  readonly is_removed: boolean
  readonly avatar: string | null
  readonly created_at: string
  readonly last_login: string | null
  readonly roles: string[]
}

const listPeople = async (database: Queryable): Promise<UserRow[]> => {
  const { rows } = await database.query<ListedPerson>(
    `select people.id, name, people.email, deleted_at is not null as is_removed, avatar, created_at, last_login,
       array(select role from relay.person_roles where person_id = people.id order by role) as roles
     from people left join relay.remote_addresses as remote on remote.person_id = people.id
     where remote.person_id is not null or (deleted_at is null and people.email is not null)
     order by lower(name), people.id`,
  )
  return rows.map(({ id, name, email, is_removed, avatar, created_at: createdAt, last_login: lastLogin, roles }) => ({
    id,
    name,
    firstName: '',
    lastName: '',
    email: email ?? '',
    avatar,
    roles,
    state: is_removed ? 'inactive' : null,
    stateChangedAt: null,
    hasSecondFactor: null,
    createdAt,
    lastLogin,
  }))
}

/**
 * A removed person has no access until they get a role again. People in `administrators` and the acting
 * administrator keep their role (`conflict`).
 */
export const remotePeopleAdmin = (database: Database, administrators: readonly string[]): AccountsAdmin => {
  const requireLeave = (by: string, { id, email }: Person, isLeft: boolean): void => {
    if (isLeft) return
    if (email !== null && administrators.includes(email)) {
      throw conflict('This person is listed in ADMINISTRATORS.', 'Remove the address from that setting first.')
    }
    if (by === id) {
      throw conflict('You cannot remove your own administrator access.', 'Ask another administrator to do this.')
    }
  }

  const change = (by: string, work: (transaction: Queryable) => Promise<void>): Promise<void> =>
    database.transaction(async (transaction) => {
      await nameActor(transaction, by)
      await transaction.query('select pg_advisory_xact_lock($1)', [administratorsLock])
      const had = await hasAdministrator(transaction)
      await work(transaction)
      if (had && !(await hasAdministrator(transaction)))
        throw conflict('This person is the last administrator.', 'Give another person the admin role first.')
    })

  return {
    list: () => listPeople(database),
    invite: refuse,
    inviteAgain: refuse,
    setState: refuse,
    resetSecondFactor: refuse,
    update: async (_by, id, person) => {
      const { email } = await requirePerson(database, id)
      if (Object.keys(person).length > 0) throw elsewhere
      return { email: email ?? '' }
    },
    addRoles: async (by, id, roles) => {
      await requirePerson(database, id)
      await database.transaction(async (transaction) => {
        await nameActor(transaction, by)
        await restorePerson(transaction, id)
        await giveRoles(transaction, id, roles)
      })
    },
    setRoles: (by, id, roles) =>
      change(by, async (transaction) => {
        requireLeave(by, await requirePerson(transaction, id), roles.includes('admin'))
        await restorePerson(transaction, id)
        await replaceRoles(transaction, id, roles)
      }),
    remove: (by, id) =>
      change(by, async (transaction) => {
        requireLeave(by, await requirePerson(transaction, id), false)
        await replaceRoles(transaction, id, [])
        await transaction.query('update people set deleted_at = now() where id = $1 and deleted_at is null', [id])
      }),
  }
}
