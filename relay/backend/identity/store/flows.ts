import type { UiText } from '@ory/client'
import type { Queryable } from '#relay/database/database.ts'

export type FlowKind = 'login' | 'registration' | 'recovery' | 'verification' | 'settings'

/** What the last submission left to be shown. */
export interface Shown {
  /** Messages above the form. */
  readonly messages?: readonly UiText[]
  /** Messages at a field, by its name. */
  readonly fieldMessages?: Readonly<Record<string, readonly UiText[]>>
  /** What was typed, by field name; never a password or a code. */
  readonly values?: Readonly<Record<string, string>>
  readonly active?: 'password' | 'profile' | 'code' | 'totp' | 'lookup_secret' | 'webauthn'
}

/** What a flow knows besides; nothing of it is secret. */
export interface FlowDetail {
  readonly shown?: Shown
  readonly refresh?: boolean
  readonly requestedAal?: 'aal1' | 'aal2'
  /** Registration by the set-up link: the hash of its token, as base64. */
  readonly setUpLink?: string
  /** Recovery and verification: where the code went. */
  readonly address?: string
  /** Settings: which recovery codes to show. */
  readonly codes?: 'revealed' | 'regenerated'
}

/** One self-service flow as it is kept; its nodes are made from it anew for each answer. */
export interface FlowRecord {
  readonly id: string
  readonly kind: FlowKind
  /** Whose flow it is, as far as that is known. Recovery and verification: the account that the code was sent to. */
  readonly identityId: string | null
  /** The hash of the CSRF cookie of its browser; null for a flow that whoever holds its link may use. */
  readonly browser: Uint8Array | null
  readonly state: string
  readonly requestUrl: string
  readonly returnTo: string | null
  readonly detail: FlowDetail
  /** Sealed. */
  readonly secret: Uint8Array | null
  /** The keyed hash of the code that was sent. */
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

/** Keeps what a submission left to be shown. A flow that was finished meanwhile stays finished. */
export const saveShown = async (database: Queryable, { id, state, detail }: FlowRecord): Promise<void> => {
  await database.query(
    `update identity.flows set state = $2, detail = $3 where id = $1 and state <> 'passed_challenge'`,
    [id, state, detail],
  )
}

/** Keeps all that a flow in use knows; whose browser it belongs to and how long it lives do not change. */
export const saveFlow = async (database: Queryable, flow: FlowRecord): Promise<void> => {
  await database.query(
    `update identity.flows set identity_id = $2, state = $3, detail = $4, secret = $5, code = $6
     where id = $1 and state <> 'passed_challenge'`,
    [flow.id, flow.identityId, flow.state, flow.detail, flow.secret, flow.code],
  )
}

/** Keeps a flow whose code was sent; a new code may be tried anew. */
export const saveCode = async (
  database: Queryable,
  flow: FlowRecord,
  { isNew }: { readonly isNew: boolean },
): Promise<void> => {
  await saveFlow(database, flow)
  if (isNew) await database.query('update identity.flows set code_tries = 0 where id = $1', [flow.id])
}

/** Counts one try of the flow's code and answers how many there were; a new code begins anew. */
export const countCodeTry = async (database: Queryable, id: string): Promise<number> => {
  const { rows } = await database.query<{ code_tries: number }>(
    'update identity.flows set code_tries = code_tries + 1 where id = $1 returning code_tries',
    [id],
  )
  return rows[0]?.code_tries ?? Number.POSITIVE_INFINITY
}

/** Takes the flow to its last state once: answers false to everybody but the first. */
export const finishFlow = async (database: Queryable, id: string, detail: FlowDetail): Promise<boolean> => {
  const { affectedRows } = await database.query(
    `update identity.flows set state = 'passed_challenge', detail = $2, code = null, secret = null
     where id = $1 and state <> 'passed_challenge'`,
    [id, detail],
  )
  return affectedRows === 1
}
