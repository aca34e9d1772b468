import type { Session } from '@ory/client'
import type { IdentitySettings } from '#relay/backend/identity/identity-settings.ts'
import { hashToken, newToken } from '#relay/backend/identity/safety/token.ts'
import { toAccount, identityBody, selectAccounts, type Account } from '#relay/backend/identity/store/accounts.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'
import type { Database, Queryable } from '#relay/database/database.ts'

export type Aal = 'aal1' | 'aal2'

export interface SessionMethod {
  readonly method: 'password' | 'totp' | 'lookup_secret' | 'webauthn' | 'code_recovery'
  readonly aal: Aal
  readonly completed_at: string
}

export interface ActiveSession {
  readonly id: string
  readonly account: Account
  readonly aal: Aal
  readonly methods: readonly SessionMethod[]
  readonly issuedAt: string
  readonly authenticatedAt: string
  readonly expiresAt: string
  readonly address: string
  readonly userAgent: string
  /** True even if it was not used in this session. */
  readonly hasSecondFactor: boolean
}

interface Origin {
  readonly address: string
  readonly userAgent: string
}

type AccountRow = Parameters<typeof toAccount>[0]
interface SessionRow extends AccountRow {
  session_id: string
  aal: Aal
  methods: SessionMethod[]
  issued_at: string
  authenticated_at: string
  expires_at: string
  session_address: string
  user_agent: string
  has_second_factor: boolean
}

const select = `
  select account.*, sessions.id as session_id, aal, methods, issued_at, authenticated_at, expires_at,
    sessions.address as session_address, user_agent,
    exists (select 1 from identity.authenticators where identity_id = account.id)
      or exists (select 1 from identity.recovery_codes where identity_id = account.id)
      or exists (select 1 from identity.security_keys where identity_id = account.id) as has_second_factor
  from identity.sessions
  join (${selectAccounts}) as account on account.id = sessions.identity_id
  where account.state = 'active'`

const toSession = (row: SessionRow): ActiveSession => ({
  id: row.session_id,
  account: toAccount(row),
  aal: row.aal,
  methods: row.methods,
  issuedAt: row.issued_at,
  authenticatedAt: row.authenticated_at,
  expiresAt: row.expires_at,
  address: row.session_address,
  userAgent: row.user_agent,
  hasSecondFactor: row.has_second_factor,
})

export const lacksSecondFactor = ({ aal, hasSecondFactor }: ActiveSession): boolean => hasSecondFactor && aal === 'aal1'

export const sessionBody = (session: ActiveSession, base: string): Session => ({
  id: session.id,
  active: true,
  expires_at: session.expiresAt,
  authenticated_at: session.authenticatedAt,
  authenticator_assurance_level: session.aal,
  authentication_methods: session.methods.map((method) => ({ ...method })),
  issued_at: session.issuedAt,
  identity: identityBody(session.account, base),
  devices: [
    {
      id: stableId(`device ${session.id}`),
      ip_address: session.address,
      user_agent: session.userAgent,
      location: '',
    },
  ],
})

interface SessionsOptions {
  readonly database: Database
  readonly settings: IdentitySettings
  readonly now: () => Date
}

const mostSessions = 50

export type Sessions = ReturnType<typeof createSessions>

const sessionStarts = ({ settings, now }: SessionsOptions) => ({
  begin: async (
    transaction: Queryable,
    identityId: string,
    method: SessionMethod['method'],
    { address, userAgent }: Origin,
  ): Promise<string> => {
    const token = newToken('ory_st_')
    const at = now()
    const methods: SessionMethod[] = [{ method, aal: 'aal1', completed_at: at.toISOString() }]
    await transaction.query(
      `insert into identity.sessions (identity_id, token, aal, methods, issued_at, authenticated_at, expires_at, address,
         user_agent)
       values ($1, $2, 'aal1', $3, $4, $4, $5, $6, $7)`,
      [
        identityId,
        hashToken(token),
        JSON.stringify(methods),
        at,
        new Date(at.getTime() + settings.sessionLifeMs),
        address,
        userAgent.slice(0, 500),
      ],
    )
    await transaction.query(
      `delete from identity.sessions where id in (
         select id from identity.sessions where identity_id = $1 order by authenticated_at desc, id desc offset $2
       )`,
      [identityId, mostSessions],
    )
    await transaction.query('update people set last_login = $2 where id = $1', [identityId, at])
    return token
  },

  /** Security: issues a new token and invalidates the old one. */
  stepUp: async (
    transaction: Queryable,
    session: ActiveSession,
    method: SessionMethod['method'],
    aal: Aal,
  ): Promise<string> => {
    const token = newToken('ory_st_')
    const at = now()
    const proof: SessionMethod = { method, aal, completed_at: at.toISOString() }
    const methods = [...session.methods.filter((earlier) => earlier.method !== method), proof]
    await transaction.query(
      'update identity.sessions set token = $2, aal = $3, methods = $4, authenticated_at = $5 where id = $1',
      [
        session.id,
        hashToken(token),
        methods.some((held) => held.aal === 'aal2') ? 'aal2' : 'aal1',
        JSON.stringify(methods),
        at,
      ],
    )
    return token
  },
})

const sessionEnds = ({ database }: SessionsOptions) => ({
  end: async (id: string): Promise<void> => {
    await database.query('delete from identity.sessions where id = $1', [id])
  },

  endAll: async (transaction: Queryable, identityId: string, keep?: string): Promise<number> => {
    const { affectedRows } = await transaction.query(
      'delete from identity.sessions where identity_id = $1 and id is distinct from $2::uuid',
      [identityId, keep ?? null],
    )
    return affectedRows
  },

  endOne: async (transaction: Queryable, identityId: string, id: string): Promise<boolean> => {
    const { affectedRows } = await transaction.query(
      'delete from identity.sessions where identity_id = $1 and id::text = $2',
      [identityId, id],
    )
    return affectedRows === 1
  },
})

/** Security: only hashes of tokens are stored. */
export const createSessions = (options: SessionsOptions) => {
  const { database, now } = options
  return {
    ...sessionStarts(options),
    ...sessionEnds(options),

    find: async (token: string): Promise<ActiveSession | null> => {
      const { rows } = await database.query<SessionRow>(`${select} and token = $1 and expires_at > $2`, [
        hashToken(token),
        now(),
      ])
      return rows[0] === undefined ? null : toSession(rows[0])
    },

    others: async ({ id, account }: ActiveSession): Promise<ActiveSession[]> => {
      const { rows } = await database.query<SessionRow>(
        `${select} and account.id = $1 and sessions.id <> $2 and expires_at > $3 order by authenticated_at desc limit 250`,
        [account.id, id, now()],
      )
      return rows.map(toSession)
    },
  }
}
