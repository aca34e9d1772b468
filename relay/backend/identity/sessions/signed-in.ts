import type { IncomingMessage } from 'node:http'
import { readCookie } from '#relay/backend/identity/http/cookies.ts'
import { hashToken } from '#relay/backend/identity/safety/token.ts'
import type { Database } from '#relay/database/database.ts'

interface SignedIn {
  readonly personId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly roles: readonly string[]
  readonly expiresAt: string
}

interface SignInResult {
  readonly signedIn: SignedIn
  readonly hasPerson: boolean
}

/** Null: any session may have changed. */
type OnSessionChange = (personId: string | null) => void

export interface SignedInSessions {
  /**
   * Null without a valid session and while the second factor is missing. Results are cached for up to two seconds
   * or until the next change.
   */
  findViewer(request: Pick<IncomingMessage, 'headers'>): Promise<SignedIn | null>
  lacksAccess(request: Pick<IncomingMessage, 'headers'>): Promise<boolean>
  /** Covers changes made by any relay instance on the same database. Returns the unsubscribe function. */
  onChange(listener: OnSessionChange): () => void
  stop(): Promise<void>
}

interface Options {
  readonly database: Database
  readonly cookieName: string
  readonly now: () => Date
  readonly onListenerError: (error: unknown) => void
}

const rememberMs = 2_000
const mostRemembered = 5_000

const select = `
  select sessions.id, sessions.identity_id, sessions.expires_at, people.id is not null as has_person,
    coalesce(people.name, '') as name, coalesce(people.email, '') as email,
    array(select role from relay.person_roles where person_id = people.id order by role) as roles
  from identity.sessions
  join identities on identities.id = sessions.identity_id and identities.state = 'active'
  left join people on people.id = sessions.identity_id and people.deleted_at is null
  where token = $1 and expires_at > $2
    and (
      aal = 'aal2'
      or not (
        exists (select 1 from identity.authenticators where identity_id = identities.id)
        or exists (select 1 from identity.recovery_codes where identity_id = identities.id)
        or exists (select 1 from identity.security_keys where identity_id = identities.id)
      )
    )`

interface Row {
  id: string
  identity_id: string
  expires_at: string
  has_person: boolean
  name: string
  email: string
  roles: string[]
}

export const createSignedInSessions = async ({
  database,
  cookieName,
  now,
  onListenerError,
}: Options): Promise<SignedInSessions> => {
  const listeners = new Set<OnSessionChange>()
  const remembered = new Map<string, { readonly result: SignInResult | null; readonly untilMs: number }>()
  let generation = 0

  const stop = await database.listen('identity', (payload) => {
    generation += 1
    remembered.clear()
    for (const listener of listeners) {
      try {
        listener(payload === '' ? null : payload)
      } catch (error) {
        onListenerError(error)
      }
    }
  })

  const ask = async (hash: Buffer): Promise<SignInResult | null> => {
    const { rows } = await database.query<Row>(select, [hash, now()])
    const [row] = rows
    if (row === undefined) return null
    const { id, identity_id, expires_at, has_person, name, email, roles } = row
    const signedIn = { personId: identity_id, sessionId: id, name, email, roles, expiresAt: expires_at }
    return { signedIn, hasPerson: has_person }
  }

  const findSignIn = async ({ headers }: Pick<IncomingMessage, 'headers'>): Promise<SignInResult | null> => {
    const token = readCookie(headers.cookie, cookieName)
    if (token === undefined || token === '') return null
    const hash = hashToken(token)
    const key = hash.toString('base64')
    const nowMs = now().getTime()
    const known = remembered.get(key)
    if (known !== undefined && known.untilMs > nowMs) return known.result
    const startGeneration = generation
    const result = await ask(hash)
    if (startGeneration === generation) {
      const untilMs = Math.min(
        nowMs + rememberMs,
        result === null ? nowMs + rememberMs : Date.parse(result.signedIn.expiresAt),
      )
      remembered.delete(key)
      remembered.set(key, { result, untilMs })
      const [oldest] = remembered.keys()
      if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
    }
    return result
  }

  return {
    findViewer: async (request) => {
      const result = await findSignIn(request)
      return result?.hasPerson === true ? result.signedIn : null
    },
    lacksAccess: async (request) => (await findSignIn(request))?.hasPerson === false,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
  }
}
