import type { Identity } from '@ory/client'
import { z } from 'zod'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import type { Queryable } from '#relay/database/database.ts'
import { SqlError } from '#relay/database/sql-error.ts'

/** The email is lower case. */
const traitsSchema = z.object({
  email: z.string().default(''),
  name: z.object({ first: z.string().optional(), last: z.string().optional() }).optional(),
})
export type Traits = z.infer<typeof traitsSchema>

export interface Account {
  readonly id: string
  readonly schemaId: string
  readonly isActive: boolean
  readonly stateChangedAt: string | null
  readonly traits: Traits
  readonly createdAt: string
  readonly updatedAt: string
  readonly address: {
    readonly id: string
    readonly value: string
    readonly status: string
    readonly verifiedAt: string | null
    readonly createdAt: string
    readonly updatedAt: string
  } | null
}

interface AccountRow {
  id: string
  schema_id: string
  state: string
  state_changed_at: string | null
  traits: unknown
  created_at: string
  updated_at: string
  address_id: string | null
  value: string
  status: string
  verified_at: string | null
  address_created_at: string
  address_updated_at: string
}

export const selectAccounts = `
  select identities.id, schema_id, state, state_changed_at, traits, identities.created_at, identities.updated_at,
    address.id as address_id, value, status, verified_at, address.created_at as address_created_at,
    address.updated_at as address_updated_at
  from identities
  left join identity.addresses as address on address.identity_id = identities.id`

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  schemaId: row.schema_id,
  isActive: row.state === 'active',
  stateChangedAt: row.state_changed_at,
  traits: traitsSchema.catch({ email: '' }).parse(row.traits),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  address:
    row.address_id === null
      ? null
      : {
          id: row.address_id,
          value: row.value,
          status: row.status,
          verifiedAt: row.verified_at,
          createdAt: row.address_created_at,
          updatedAt: row.address_updated_at,
        },
})

const findOne = async (database: Queryable, where: string, value: string): Promise<Account | undefined> => {
  const { rows } = await database.query<AccountRow>(`${selectAccounts} where ${where}`, [value])
  return rows[0] && toAccount(rows[0])
}

export const findAccount = (database: Queryable, id: string): Promise<Account | undefined> =>
  findOne(database, 'identities.id = $1::uuid', id)

export const normaliseEmail = (text: string): string => text.trim().toLowerCase()

export const findAccountByEmail = (database: Queryable, email: string): Promise<Account | undefined> =>
  findOne(database, "lower(traits ->> 'email') = $1", normaliseEmail(email))

export const identityBody = (account: Account, base: string): Identity => {
  const { address } = account
  return {
    id: account.id,
    schema_id: account.schemaId,
    schema_url: `${base}/schemas/${encodeURIComponent(account.schemaId)}`,
    state: account.isActive ? 'active' : 'inactive',
    ...(account.stateChangedAt !== null && { state_changed_at: account.stateChangedAt }),
    traits: account.traits,
    verifiable_addresses:
      address === null
        ? []
        : [
            {
              id: address.id,
              value: address.value,
              via: 'email',
              verified: address.verifiedAt !== null,
              ...(address.verifiedAt !== null && { verified_at: address.verifiedAt }),
              status: address.status,
              created_at: address.createdAt,
              updated_at: address.updatedAt,
            },
          ],
    recovery_addresses:
      address === null
        ? []
        : [
            {
              id: stableId(`recovery ${address.id}`),
              value: address.value,
              via: 'email',
              created_at: address.createdAt,
              updated_at: address.updatedAt,
            },
          ],
    metadata_public: null,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
    organization_id: null,
  }
}

export const insertAccount = async (
  transaction: Queryable,
  traits: Traits,
  roles: readonly string[],
  at: Date,
): Promise<string> => {
  const { rows } = await transaction.query<{ id: string }>(
    `insert into identities (traits, state, state_changed_at, created_at, updated_at)
     values ($1, 'active', $2, $2, $2) returning id`,
    [{ ...traits, email: normaliseEmail(traits.email) }, at],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The account was not stored.')
  await transaction.query(
    'insert into relay.person_roles (person_id, role) select $1, unnest($2::text[]) on conflict do nothing',
    [id, roles],
  )
  return id
}

export const isTaken = (error: unknown): boolean => error instanceof SqlError && error.code === '23505'

export const saveTraits = async (transaction: Queryable, id: string, traits: Traits, at: Date): Promise<void> => {
  await transaction.query('update identities set traits = $2, updated_at = $3 where id = $1', [id, traits, at])
}

/** No effect if the account's email has changed since. */
export const markVerified = async (database: Queryable, id: string, email: string, at: Date): Promise<void> => {
  await database.query(
    `update identity.addresses set status = 'completed', verified_at = coalesce(verified_at, $3), updated_at = $3
     where identity_id = $1 and value = $2`,
    [id, email, at],
  )
}

export const markVerificationSent = async (database: Queryable, id: string, at: Date): Promise<void> => {
  await database.query(
    `update identity.addresses set status = 'sent', updated_at = $2 where identity_id = $1 and status = 'pending'`,
    [id, at],
  )
}
