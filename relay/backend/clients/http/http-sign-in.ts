import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import { isSecretName } from '#relay/config/passwords-in.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { envVar, type EnvVar, type EnvVars } from '#relay/backend/clients/run/fields.ts'
import { filled } from './fill-variables.ts'
import { httpRequest } from './http-request.ts'
import type { TlsOptions } from './trusting-connector.ts'
import type { Target } from '#relay/backend/clients/run/target.ts'
import { readLoginName, type ClientRun } from '#relay/backend/clients/run/client-run.ts'

export const oauth2 = z.strictObject({
  scope: z.array(z.string()).optional(),
  scopes: z.array(z.string()).optional(),
  tokenURL: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  clientID: envVar.optional(),
  clientSecret: secret(envVar).optional(),
})
export type OAuth2 = z.infer<typeof oauth2>

/** Values that look like secrets, or come from one, are redacted in the result. */
export const resolveHeaders = async (
  headers: EnvVars | undefined,
  run: ClientRun,
  variables: Readonly<Record<string, string>> = {},
): Promise<[string, string][]> =>
  Promise.all(
    (headers ?? []).map(async (header): Promise<[string, string]> => {
      const hidden = header.valueFrom !== undefined || isSecretName(header.name)
      const text = await run.plain(header)
      const value = header.valueFrom === undefined ? await filled(text, variables, run.about) : text
      if (hidden) run.hide(value)
      return [header.name, value]
    }),
  )

export type SignInRun = Pick<ClientRun, 'hide' | 'plain' | 'secret' | 'signal'>

export const buildAuthorization = async (
  { oauth, bearer }: { oauth?: OAuth2 | undefined; bearer?: EnvVar | undefined },
  { username, password, properties }: Target,
  tls: TlsOptions,
  run: SignInRun,
): Promise<[string, string][]> => {
  if (oauth !== undefined)
    return [['authorization', `Bearer ${await requestToken(oauth, { username, password }, tls, run)}`]]
  if (bearer !== undefined) return [['authorization', `Bearer ${await run.secret(bearer)}`]]
  const signIn = readSignIn(properties)
  if (signIn !== undefined)
    return [['authorization', `Bearer ${await requestToken(signIn, { username, password }, tls, run)}`]]
  if (properties['bearer'] !== undefined) {
    run.hide(properties['bearer'])
    return [['authorization', `Bearer ${properties['bearer']}`]]
  }
  if ((username ?? '') === '' && (password ?? '') === '') return []
  return [['authorization', buildBasicAuth(username, password, run)]]
}

const readSignIn = (properties: Target['properties']): OAuth2 | undefined => {
  const { tokenURL, clientID, clientSecret, scopes, params } = properties
  if (tokenURL === undefined || tokenURL === '') return undefined
  return {
    tokenURL,
    ...(clientID !== undefined && { clientID: { value: clientID } }),
    ...(clientSecret !== undefined && { clientSecret: { value: clientSecret } }),
    ...(scopes !== undefined && { scopes: scopes.split(/[,\s]+/).filter((scope) => scope !== '') }),
    ...(params !== undefined && { params: readParams(params) }),
  }
}

const readParams = (text: string): Record<string, string> => {
  try {
    return z.record(z.string(), z.coerce.string()).parse(JSON.parse(text))
  } catch {
    throw new Error('The params of the connection must be a JSON object of strings')
  }
}

const buildBasicAuth = (username: string | undefined, password: string | undefined, run: SignInRun): string => {
  const pair = `${username ?? ''}:${password ?? ''}`
  run.hide(pair)
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

const requestToken = async (
  oauth: OAuth2,
  login: Pick<Target, 'username' | 'password'>,
  tls: TlsOptions,
  run: SignInRun,
): Promise<string> => {
  const clientId = oauth.clientID === undefined ? login.username : await readLoginName(oauth.clientID, run)
  const clientSecret = oauth.clientSecret === undefined ? login.password : await run.secret(oauth.clientSecret)
  const scope = oauth.scope ?? oauth.scopes ?? []
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...oauth.params })
  if (scope.length > 0) form.set('scope', scope.join(' '))
  const response = await httpRequest({
    url: oauth.tokenURL,
    method: 'POST',
    headers: [
      [
        'authorization',
        buildBasicAuth(encodeURIComponent(clientId ?? ''), encodeURIComponent(clientSecret ?? ''), run),
      ],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['accept', 'application/json'],
    ],
    body: form.toString(),
    tls,
    signal: run.signal,
  })
  const token = response.code === 200 ? tokenIn(response.content) : undefined
  if (token === undefined)
    throw new Error(
      `Token request failed: the server returned ${response.code}${response.code === 200 ? ' without an access_token' : ''}`,
    )
  run.hide(token)
  return token
}

const tokenResponse = z.object({ access_token: z.string().min(1) })

const tokenIn = (content: string): string | undefined =>
  tokenResponse.safeParse(findBoundedJson(content)).data?.access_token
