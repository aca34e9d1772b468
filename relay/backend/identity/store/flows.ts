import type { UiText } from '@ory/client'
import type { Queryable } from '#relay/database/database.ts'

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

export interface Shown {
  readonly messages?: readonly UiText[]
  readonly fieldMessages?: Readonly<Record<string, readonly UiText[]>>
  /** Keyed by field name; must not contain passwords or codes. */
  readonly values?: Readonly<Record<string, string>>
  readonly active?: 'password' | 'profile' | 'code' | 'totp' | 'lookup_secret' | 'webauthn'
}

/** Stored in plain text: must not contain secrets. */
export interface FlowDetail {
  readonly shown?: Shown
  readonly refresh?: boolean
  readonly requestedAal?: 'aal1' | 'aal2'
  readonly setUpLink?: string
  readonly address?: string
  readonly codes?: 'revealed' | 'regenerated'
}

export interface FlowRecord {
  readonly id: string
  readonly kind: FlowKind
  readonly identityId: string | null
  /** Hash of the browser's CSRF cookie; null if the link alone is sufficient. */
  readonly browser: Uint8Array | null
  readonly state: string
  readonly requestUrl: string
  readonly returnTo: string | null
  readonly detail: FlowDetail
  readonly secret: Uint8Array | null
  readonly code: Uint8Array | null
  readonly issuedAt: string
  readonly expiresAt: string
}

interface FlowRow {
  id: string
  kind: FlowKind
  identity_id: string | null
  browser: Uint8Array | null
  state: string
  request_url: string
  return_to: string | null
  detail: FlowDetail
  secret: Uint8Array | null
  code: Uint8Array | null
  issued_at: string
  expires_at: string
}

export const insertFlow = async (database: Queryable, flow: FlowRecord): Promise<void> => {
  await database.query(
    `insert into identity.flows (id, kind, identity_id, browser, state, request_url, return_to, detail, secret, code,
       issued_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      flow.id,
      flow.kind,
      flow.identityId,
      flow.browser,
      flow.state,
      flow.requestUrl,
      flow.returnTo,
      flow.detail,
      flow.secret,
      flow.code,
      flow.issuedAt,
      flow.expiresAt,
    ],
  )
}

export const findFlow = async (database: Queryable, kind: FlowKind, id: string): Promise<FlowRecord | undefined> => {
  const { rows } = await database.query<FlowRow>(
    `select id, kind, identity_id, browser, state, request_url, return_to, detail, secret, code, issued_at, expires_at
     from identity.flows where id::text = $1 and kind = $2`,
    [id, kind],
  )
  const [row] = rows
  return (
    row && {
      id: row.id,
      kind: row.kind,
      identityId: row.identity_id,
      browser: row.browser,
      state: row.state,
      requestUrl: row.request_url,
      returnTo: row.return_to,
      detail: row.detail,
      secret: row.secret,
      code: row.code,
      issuedAt: row.issued_at,
      expiresAt: row.expires_at,
    }
  )
}

export const saveShown = async (database: Queryable, { id, state, detail }: FlowRecord): Promise<void> => {
  await database.query(
    `update identity.flows set state = $2, detail = $3 where id = $1 and state <> 'passed_challenge'`,
    [id, state, detail],
  )
}

export const saveFlow = async (database: Queryable, flow: FlowRecord): Promise<void> => {
  await database.query(
    `update identity.flows set identity_id = $2, state = $3, detail = $4, secret = $5, code = $6
     where id = $1 and state <> 'passed_challenge'`,
    [flow.id, flow.identityId, flow.state, flow.detail, flow.secret, flow.code],
  )
}

export const saveCode = async (
  database: Queryable,
  flow: FlowRecord,
  { isNew }: { readonly isNew: boolean },
): Promise<void> => {
  await saveFlow(database, flow)
  if (isNew) await database.query('update identity.flows set code_tries = 0 where id = $1', [flow.id])
}

export const countCodeTry = async (database: Queryable, id: string): Promise<number> => {
  const { rows } = await database.query<{ code_tries: number }>(
    'update identity.flows set code_tries = code_tries + 1 where id = $1 returning code_tries',
    [id],
  )
  return rows[0]?.code_tries ?? Number.POSITIVE_INFINITY
}

/** Returns true only for the first caller. */
export const finishFlow = async (database: Queryable, id: string, detail: FlowDetail): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `update identity.flows set state = 'passed_challenge', detail = $2, code = null, secret = null
     where id = $1 and state <> 'passed_challenge'`,
    [id, detail],
  )
  return affectedRows === 1
}
