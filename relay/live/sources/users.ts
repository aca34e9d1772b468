import { z } from 'zod'
import type { UserRow } from '#shared/settings/user-row.ts'
import { listRoles } from '#shared/access/roles.ts'
import { readRows } from '#shared/primitives/read-rows.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

type UsersSource = TopicSource<Record<string, never>>

export const ownUsersSource = (list: () => Promise<readonly UserRow[]>): UsersSource => ({
  load: async () => {
    const observedAtMs = Date.now()
    return { body: JSON.stringify(await list()), observedAtMs }
  },
})

export const personSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar: z.string().nullish(),
  last_login: z.string().nullish(),
  created_at: z.string().nullish(),
})
export const rolesSchema = z.object({ id: z.string(), roles: z.array(z.string()).nullish() })
export const identitySchema = z.object({
  id: z.string(),
  state: z.enum(['active', 'inactive']).nullish().catch(null),
  state_changed_at: z.string().nullish(),
  created_at: z.string().nullish(),
  traits: z
    .object({
      email: z.string().optional(),
      name: z
        .union([z.string(), z.object({ first: z.string().optional(), last: z.string().optional() })])
        .optional()
        .catch(undefined),
    })
    .catch({}),
})
type Person = z.infer<typeof personSchema>
type Identity = z.infer<typeof identitySchema>

/** Some backend versions write account times without a zone: they are UTC. */
const inUtc = (moment: string): string => (/(?:Z|[+-]\d\d(?::?\d\d)?)$/i.test(moment) ? moment : `${moment}Z`)

const toUser = (
  id: string,
  person: Person | undefined,
  identity: Identity | undefined,
  roles: readonly string[],
): UserRow => {
  const named = identity?.traits.name
  const { first = '', last = '' } = typeof named === 'object' ? named : {}
  const whole = typeof named === 'string' ? named : [first, last].filter(Boolean).join(' ')
  const createdAt = identity?.created_at ?? person?.created_at
  const email = person?.email ?? identity?.traits.email ?? ''
  return {
    id,
    name: person?.name?.trim() || whole || email,
    firstName: first,
    lastName: last,
    email,
    avatar: person?.avatar ?? null,
    roles: listRoles(roles),
    state: identity?.state ?? null,
    stateChangedAt: identity?.state_changed_at == null ? null : inUtc(identity.state_changed_at),
    hasSecondFactor: null,
    createdAt: createdAt == null ? null : inUtc(createdAt),
    lastLogin: person?.last_login ?? null,
  }
}

const byName = (a: UserRow, b: UserRow) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)

const withoutAccountsForMs = 10 * 60_000

/** A backend without accounts is asked again only after a while: each request would be rejected with 404. */
const rememberMissing = <Input, T>(load: (input: Input) => Promise<readonly T[]>) => {
  let missingSinceMs: number | null = null
  return async (input: Input): Promise<readonly T[]> => {
    if (missingSinceMs !== null && performance.now() - missingSinceMs < withoutAccountsForMs) return []
    try {
      return await load(input)
    } catch (error) {
      if (!(error instanceof SourceFailure) || error.status !== 404) throw error
      missingSinceMs = performance.now()
      return []
    }
  }
}

type ListRows = <T>(path: string, row: z.ZodType<T>) => Promise<readonly T[]>

/** Without accounts, the people are the users. */
export const backendUsersSource = (fetchText: FetchText): UsersSource => {
  const listAccounts = rememberMissing((list: ListRows) =>
    list('identities?select=id,traits,state,state_changed_at,created_at', identitySchema),
  )
  return {
    load: async (_params, signal) => {
      const observedAtMs = Date.now()
      const unread: unknown[] = []
      const list: ListRows = async (path, row) =>
        readRows(row, JSON.parse(await fetchText(`/api/db/${path}`, signal)), (error) => unread.push(error))
      const [people, held, identities] = await Promise.all([
        list('people?select=*&deleted_at=is.null&email=not.is.null&order=name.asc', personSchema),
        list('people_roles?select=id,roles', rolesSchema),
        listAccounts(list),
      ])
      const [persons, accounts] = [
        new Map(people.map((row) => [row.id, row])),
        new Map(identities.map((row) => [row.id, row])),
      ]
      const roles = new Map(held.map((row) => [row.id, row.roles ?? []]))
      const ids = identities.length > 0 ? accounts.keys() : persons.keys()
      const users = [...ids].map((id) => toUser(id, persons.get(id), accounts.get(id), roles.get(id) ?? []))
      return { body: JSON.stringify(users.toSorted(byName)), observedAtMs, unread }
    },
  }
}
