import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { openAwsAccess } from '#relay/backend/clients/clouds/aws-access.ts'
import { awsSignIn, hasWholeKey, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { createAwsSignature } from '#relay/backend/clients/clouds/aws-json.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { listHeaders } from '#shared/connections/connection-headers.ts'
import type { EnvVar, EnvVars, TlsConfig } from '#relay/backend/clients/run/fields.ts'
import type { Target } from '#relay/backend/clients/run/target.ts'
import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import type { RequestSigner, SignedRequest } from './challenge.ts'
import { createDigestSigner } from './digest-sign-in.ts'
import { buildAuthorization, type OAuth2 } from './http-sign-in.ts'
import { resolveTls } from './http-tls.ts'
import { createNtlmSigner } from './ntlm-sign-in.ts'
import type { TlsOptions } from './trusting-connector.ts'

const awsSigV4 = z.strictObject({ ...awsSignIn, service: z.string().min(1).optional() }).refine(hasWholeKey, wholeKey)
type AwsSigV4 = z.infer<typeof awsSigV4>

export const signerFields = {
  ntlm: booleanField.optional(),
  ntlmv2: booleanField.optional(),
  digest: booleanField.optional(),
  awsSigV4: awsSigV4.optional(),
}

export interface SignIns {
  readonly headers?: EnvVars | undefined
  readonly bearer?: EnvVar | undefined
  readonly oauth?: OAuth2 | undefined
  readonly ntlm?: boolean | undefined
  readonly ntlmv2?: boolean | undefined
  readonly digest?: boolean | undefined
  readonly awsSigV4?: AwsSigV4 | undefined
}

export interface PreparedSignIn {
  readonly headers: readonly (readonly [string, string])[]
  readonly signer?: RequestSigner
}

const createAwsSigner = async ({ service, ...spec }: AwsSigV4, run: ClientRun): Promise<RequestSigner> => {
  const { access, region } = await openAwsAccess(spec, spec.region, run)
  const sign = async ({ url, method, headers, body }: SignedRequest): Promise<SignedRequest['headers']> => {
    const { protocol, hostname, host, pathname, searchParams } = new URL(url)
    const name = service ?? findService(hostname)
    const signer = await createAwsSignature(access.key, { service: name, region, uriEscapePath: name !== 's3' })
    const query: Record<string, string[]> = {}
    for (const [key, value] of searchParams) query[key] = [...(query[key] ?? []), value]
    const signed = await signer.sign({
      method,
      protocol,
      hostname,
      path: pathname,
      query,
      headers: { ...Object.fromEntries(headers), host },
      body,
    })
    const sent = new Set(headers.map(([header]) => header.toLowerCase()))
    return Object.entries(signed.headers).filter(([header]) => header !== 'host' && !sent.has(header.toLowerCase()))
  }
  return { sign }
}

/** Hosts of AWS begin with the service, or have it before the region: aps-workspaces.eu-central-1, x.execute-api.eu-central-1. */
const findService = (host: string): string => {
  const [, label = ''] = /(?:^|\.)([a-z0-9-]+)\.[a-z]{2}(?:-[a-z]+)+-\d\.(?:amazonaws\.com|on\.aws)/.exec(host) ?? []
  const name = label.replace(/^aps-workspaces$/, 'aps').replace(/^lambda-url$/, 'lambda')
  if (name === '') throw new Error('awsSigV4 needs service, such as aps or execute-api')
  return name
}

const isSet = (properties: Target['properties'], name: string): boolean => /^true$/i.test(properties[name] ?? '')

/** For a login that is not sent in clear. A document that names no method uses that of its connection. */
export const createLoginSigner = (
  spec: Pick<SignIns, 'ntlm' | 'ntlmv2' | 'digest'>,
  { username = '', password = '', properties }: Pick<Target, 'username' | 'password' | 'properties'>,
): RequestSigner | undefined => {
  const {
    ntlm = isSet(properties, 'ntlm'),
    ntlmv2 = isSet(properties, 'ntlmv2'),
    digest = isSet(properties, 'digest'),
  } = spec
  if (ntlm || ntlmv2) return createNtlmSigner({ username, password })
  return digest ? createDigestSigner({ username, password }) : undefined
}

/** The headers of a connection; those of the document replace them. */
const readConnectionHeaders = (own: EnvVars | undefined, { properties }: Target, run: ClientRun) => {
  const replaced = new Set(own?.map(({ name }) => name.toLowerCase()))
  const headers = listHeaders(properties).filter(([name]) => !replaced.has(name.toLowerCase()))
  for (const [, value] of headers) run.hide(value)
  return headers
}

const readAwsSigV4 = ({ properties }: Target): AwsSigV4 | undefined => {
  const source = (name: string) => {
    const value = properties[`aws${name}`]
    return value === undefined ? undefined : { value }
  }
  const accessKey = source('AccessKey')
  if (accessKey === undefined) return undefined
  return {
    accessKey,
    secretKey: source('SecretKey'),
    sessionToken: source('SessionToken'),
    assumeRole: properties['awsAssumeRole'],
    region: properties['awsRegion'],
    service: properties['awsService'],
  }
}

/** Sign-ins that answer the server or cover the request replace the header for username and password. */
export const prepareSignIn = async (
  spec: SignIns,
  target: Target,
  tls: TlsOptions,
  run: ClientRun,
): Promise<PreparedSignIn> => {
  const headers = readConnectionHeaders(spec.headers, target, run)
  const awsSigV4 = spec.awsSigV4 ?? readAwsSigV4(target)
  if (awsSigV4 !== undefined) return { headers, signer: await createAwsSigner(awsSigV4, run) }
  const signer = createLoginSigner(spec, target)
  if (signer !== undefined) return { headers, signer }
  const authorization = await buildAuthorization(spec, target, tls, run)
  const isSignedIn = authorization.length > 0
  return {
    headers: [...headers.filter(([name]) => !isSignedIn || name.toLowerCase() !== 'authorization'), ...authorization],
  }
}

interface HttpTarget extends PreparedSignIn {
  readonly url: string
  readonly tls: TlsOptions
}

/** A login in the address signs in where the target has none. */
export const prepareTarget = async (
  spec: SignIns,
  target: Target,
  tlsConfig: TlsConfig | undefined,
  run: ClientRun,
): Promise<HttpTarget> => {
  const { url, login } = withoutLogin(target.url)
  const credentials = {
    ...target,
    username: target.username ?? login?.username,
    password: target.password ?? login?.password,
  }
  const tls = await resolveTls(tlsConfig, run, target)
  return { url, tls, ...(await prepareSignIn(spec, credentials, tls, run)) }
}
