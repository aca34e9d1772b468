import { z } from 'zod'
import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { envVar, signIn, type EnvVars, type SignIn, type TlsConfig } from '#relay/backend/clients/run/fields.ts'
import { httpRequest } from './http-request.ts'
import { prepareSignIn, signerFields, type SignIns } from './prepare-sign-in.ts'
import { resolveHeaders, oauth2 } from './http-sign-in.ts'
import { resolveTls } from './http-tls.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'

export const httpSignIn = {
  ...signIn,
  bearer: envVar.optional(),
  oauth: oauth2.optional(),
  ...signerFields,
}
interface HttpSignIn extends SignIn, SignIns {
  readonly tls?: TlsConfig | undefined
  readonly headers?: EnvVars | undefined
}

interface JsonQuery {
  readonly url: string | undefined
  /** Relative to the address of the service, with its query. */
  readonly path: string
  readonly body?: string
}

export const jsonOver = async (spec: HttpSignIn, { url, path, body }: JsonQuery, run: ClientRun): Promise<unknown> => {
  const target = await resolveTarget(spec, url, run)
  requireScheme(target.url, ['http', 'https'])
  const base = /^https?:\/\//i.test(target.url) ? target.url : `http://${target.url}`
  if (!URL.canParse(base)) throw new Error('The address is not an http:// or https:// address')
  const bare = new URL(base)
  const login = {
    username: target.username ?? decodeEscapes(bare.username),
    password: target.password ?? decodeEscapes(bare.password),
  }
  bare.username = ''
  bare.password = ''
  const tls = await resolveTls(spec.tls, run, target)
  const prepared = await prepareSignIn(spec, { ...target, ...login }, tls, run)
  const response = await httpRequest({
    url: `${bare.origin}${bare.pathname.replace(/\/$/, '')}${path}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: [
      ['user-agent', 'quarterdeck'],
      ['accept', 'application/json'],
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
      ...prepared.headers,
      ...(await resolveHeaders(spec.headers, run)),
    ],
    body,
    tls,
    signer: prepared.signer,
    signal: run.signal,
  })
  if (response.cut) throw new Error(`The response is larger than ${Math.floor(response.bytes / 1024 / 1024)} MB`)
  let json: unknown
  try {
    json = parseBoundedJson(response.content)
  } catch {
    throw new Error(
      `Expected JSON, got code ${response.code} with ${response.headers['Content-Type'] ?? 'something else'}`,
    )
  }
  if (response.code !== 200) {
    const reason = reasonIn(json)
    throw new Error(`Expected code 200, got ${response.code}${reason === undefined ? '' : `: ${reason}`}`)
  }
  return json
}

const text = z.string().min(1)
const reasons = z.union([
  z
    .object({ error: z.object({ root_cause: z.array(z.object({ reason: text })).min(1) }) })
    .transform(({ error }) => error.root_cause[0]?.reason),
  z.object({ error: z.object({ reason: text }) }).transform(({ error }) => error.reason),
  z.object({ error: text }).transform(({ error }) => error),
  z.object({ message: text }).transform(({ message }) => message),
])

const reasonIn = (json: unknown): string | undefined => reasons.safeParse(json).data?.slice(0, 300)
