import { z } from 'zod'
import { isId } from '#shared/primitives/id.ts'
import type { Role } from '#shared/access/roles.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { nameActor, recordAct } from '#relay/backend/rows/actor.ts'
import { openInvitation, type Invitation } from '#relay/backend/identity/admin/invitation.ts'
import { listAccounts } from '#relay/backend/identity/admin/list-accounts.ts'
import type { IdentityContext } from '#relay/backend/identity/identity-context.ts'
import {
  findAccount,
  insertAccount,
  isTaken,
  normaliseEmail,
  saveTraits,
  type Account,
  type Traits,
} from '#relay/backend/identity/store/accounts.ts'
import { recordEvent } from '#relay/backend/identity/store/events.ts'
import { hasAdministratorAccount } from '#relay/backend/identity/store/set-up-links.ts'
import { administratorsLock } from '#relay/backend/people/administrators.ts'
import { giveRoles, replaceRoles } from '#relay/backend/people/person-roles.ts'
import { conflict, invalid, notFound } from '#relay/errors/http-error.ts'
import type { Queryable } from '#relay/database/database.ts'

interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export interface AccountsAdmin {
  list(): Promise<UserRow[]>
  invite(
    by: string,
    person: Person & { readonly role: Role },
    consoleUrl: string,
  ): Promise<Invitation & { readonly id: string }>
  inviteAgain(by: string, id: string, consoleUrl: string): Promise<Invitation>
  update(by: string, id: string, person: Partial<Person>): Promise<Traits>
  addRoles(by: string, id: string, roles: readonly Role[]): Promise<void>
  setRoles(by: string, id: string, roles: readonly Role[]): Promise<void>
  setState(by: string, id: string, state: 'active' | 'inactive'): Promise<void>
  resetSecondFactor(by: string, id: string): Promise<void>
  /** Keeps the person, since other rows refer to it. */
  remove(by: string, id: string): Promise<void>
}

const emailSchema = z.email().max(254)

const requireAccount = async (database: Queryable, id: string): Promise<Account> => {
  const account = isId(id) ? await findAccount(database, id) : undefined
  if (account === undefined) throw notFound('Account not found.', 'It may have been deleted.')
  return account
}

const requireAdministrator = async (transaction: Queryable): Promise<void> => {
  if (await hasAdministratorAccount(transaction)) return
  throw conflict('This account is the last administrator.', 'Give another active account the admin role first.')
}

const readEmail = (text: string): string => {
  const email = emailSchema.safeParse(normaliseEmail(text))
  if (email.success) return email.data
  throw invalid('Invalid email address.', 'Check its spelling.')
}

const taken = (error: unknown): unknown =>
  isTaken(error) ? conflict('User already exists', 'Another account or person has this email address.') : error

const changedTraits = ({ email: known, name }: Traits, { firstName, lastName, email }: Partial<Person>): Traits => {
  const first = firstName?.trim() ?? name?.first
  const last = lastName?.trim() ?? name?.last
  return {
    email: email === undefined ? known : readEmail(email),
    name: { ...(first !== undefined && { first }), ...(last !== undefined && { last }) },
  }
}

const removeSecondFactors = async (transaction: Queryable, id: string): Promise<void> => {
  for (const table of ['authenticators', 'recovery_codes', 'security_keys']) {
    await transaction.query(`delete from identity.${table} where identity_id = $1`, [id])
  }
}

export const createAccountsAdmin = (context: Omit<IdentityContext, 'publicUrl'>): AccountsAdmin => {
  const { database, now, sessions } = context
  const record = (transaction: Queryable, identityId: string, event: string, by: string) =>
    recordEvent(transaction, { at: now(), identityId, event: `${event} by ${by}`, address: '', userAgent: '' })

  const change = <T>(
    by: string,
    id: string,
    event: string,
    work: (transaction: Queryable, account: Account) => Promise<T>,
  ) =>
    database.transaction(async (transaction) => {
      await nameActor(transaction, by)
      await transaction.query('select pg_advisory_xact_lock($1)', [administratorsLock])
      const account = await requireAccount(transaction, id)
      const hadAdministrator = await hasAdministratorAccount(transaction)
      const result = await work(transaction, account)
      if (hadAdministrator) await requireAdministrator(transaction)
      await record(transaction, id, event, by)
      return result
    })

  return {
    list: () => listAccounts(database),
    invite: async (by, { firstName, lastName, email, role }, consoleUrl) => {
      const traits = { email: readEmail(email), name: { first: firstName.trim(), last: lastName.trim() } }
      const id = await database
        .transaction(async (transaction) => {
          await nameActor(transaction, by)
          const made = await insertAccount(transaction, traits, [role], now())
          await record(transaction, made, 'invited', by)
          return made
        })
        .catch((error: unknown) => {
          throw taken(error)
        })
      return { id, ...(await openInvitation(context, { id, traits }, consoleUrl)) }
    },
    inviteAgain: async (by, id, consoleUrl) => {
      const account = await requireAccount(database, id)
      await record(database, id, 'invited again', by)
      const { email: name } = account.traits
      await recordAct(database, { personId: by, action: 'invited again', table: 'identities', id, name })
      return openInvitation(context, account, consoleUrl)
    },
    update: (by, id, person) =>
      change(by, id, 'changed', async (transaction, { traits }) => {
        const next = changedTraits(traits, person)
        await saveTraits(transaction, id, next, now())
        return next
      }).catch((error: unknown) => {
        throw taken(error)
      }),
    addRoles: (by, id, roles) => change(by, id, 'roles added', (transaction) => giveRoles(transaction, id, roles)),
    setRoles: (by, id, roles) =>
      change(by, id, 'roles changed', async (transaction) => {
        await replaceRoles(transaction, id, roles)
      }),
    setState: (by, id, state) =>
      change(by, id, state === 'active' ? 'enabled' : 'disabled', async (transaction) => {
        await transaction.query('update identities set state = $2, state_changed_at = $3 where id = $1', [
          id,
          state,
          now(),
        ])
        if (state === 'inactive') await sessions.endAll(transaction, id)
      }),
    resetSecondFactor: (by, id) =>
      change(by, id, 'second factor reset', async (transaction, { traits: { email: name } }) => {
        await removeSecondFactors(transaction, id)
        await recordAct(transaction, { personId: by, action: 'second factor reset', table: 'identities', id, name })
        await sessions.endAll(transaction, id)
      }),
    remove: (by, id) =>
      change(by, id, 'removed', async (transaction) => {
        await transaction.query('delete from identities where id = $1', [id])
      }),
  }
}
