import type { EnvVar } from '#relay/backend/clients/run/fields.ts'
import { awsClientOptions, type AwsClientOptions, type AwsErrorResponse, type AwsKey } from './aws-client.ts'
import { getAwsKey, getRegion } from './aws-connection.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { findEndpoint } from '#relay/backend/clients/run/connection-address.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'

const maxResponseBytes = 16 * 1024 * 1024
const pagesMax = 1_000
const maxMessageLength = 300

const messagesByErrorCode: Readonly<Record<string, string>> = {
  AuthFailure: 'key not accepted, or the region is not enabled for the account',
  InvalidClientTokenId: 'unknown access key',
  UnrecognizedClientException: 'unknown access key, or the region is not enabled for the account',
  SignatureDoesNotMatch: 'the secret key is wrong',
  ExpiredToken: 'the session token has expired',
  ExpiredTokenException: 'the session token has expired',
  InvalidAccessKeyId: 'unknown access key',
  NoSuchBucket: 'the bucket does not exist',
  NoSuchKey: 'the object does not exist in the bucket',
  PermanentRedirect: 'the bucket is in another region',
  SubscriptionRequiredException: 'Trusted Advisor requires a Business or Enterprise support plan',
}

const createErrorFormatter =
  (serviceName: string) =>
  ({ code, name, message }: AwsErrorResponse): ServiceError => {
    const reason = (
      messagesByErrorCode[name] ?? [name, message.replace(/\.$/, '')].filter((part) => part !== '').join(': ')
    ).slice(0, maxMessageLength)
    // The identity of the key is known by now, so this rejection concerns one service in one region only.
    return new ServiceError(
      code === 401 ? 403 : code,
      `${serviceName} responded with ${code}${reason === '' ? '' : `: ${reason}`}`,
    )
  }

const ofAccount = new Set(['IAM', 'SUPPORT'])

/** Account-wide services have one region per partition. */
const homeRegion = (service: string, region: string): string => {
  if (!ofAccount.has(service)) return region
  if (region.startsWith('cn-')) return 'cn-north-1'
  return region.startsWith('us-gov-') ? 'us-gov-west-1' : 'us-east-1'
}

export interface AwsAccess {
  readonly key: AwsKey
  readonly endpoint: string | undefined
  readonly insecureTls: boolean
  readonly signal: AbortSignal
}

export const createAwsOptions =
  (access: AwsAccess, region: string): ((service: string) => AwsClientOptions) =>
  (service) => {
    const serviceName = `${service} in ${region}`
    return {
      ...access,
      region: homeRegion(service, region),
      serviceName,
      maxResponseBytes,
      isPatient: true,
      toError: createErrorFormatter(serviceName),
    }
  }

/** A missing list means that the response is not from AWS. */
export const requireField = <T>(held: T | undefined): T => {
  if (held === undefined) throw new ServiceError(200, 'It returned an invalid response')
  return held
}

export async function* bounded<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  let count = 0
  for await (const page of pages) {
    if (count >= pagesMax) throw new ServiceError(200, `More than ${pagesMax} pages`)
    count += 1
    yield page
  }
}

export interface AwsSignIn {
  readonly connection?: string | undefined
  readonly accessKey?: EnvVar | undefined
  readonly secretKey?: EnvVar | undefined
  readonly sessionToken?: EnvVar | undefined
  readonly endpoint?: string | undefined
  readonly skipTLSVerify?: boolean | undefined
  readonly assumeRole?: string | undefined
}

const loadAccess = async (spec: AwsSignIn, run: ClientRun): Promise<AwsAccess & { readonly region: string }> => {
  if (spec.connection === undefined && spec.accessKey === undefined)
    throw new Error('AWS needs credentials: set accessKey and secretKey, or select a connection.')
  if (spec.connection !== undefined && run.connection === undefined)
    throw new Error(`${spec.connection} cannot be used here`)
  const connection = spec.connection === undefined ? undefined : await run.connection?.(spec.connection)
  for (const hidden of connection?.secrets ?? []) run.hide(hidden)
  const { accessKey, secretKey, sessionToken } = spec
  const ownKey = async (): Promise<AwsKey> => ({
    accessKey: await run.secret(accessKey),
    secretKey: await run.secret(secretKey),
    ...(sessionToken !== undefined && { sessionToken: await run.secret(sessionToken) }),
  })
  return {
    key: accessKey === undefined && connection !== undefined ? getAwsKey(connection) : await ownKey(),
    endpoint: spec.endpoint ?? (connection && findEndpoint(connection)),
    insecureTls: spec.skipTLSVerify ?? connection?.insecureTls ?? false,
    signal: run.signal,
    region: connection === undefined ? 'us-east-1' : getRegion(connection),
  }
}

export const invalidStsResponse = () => new ServiceError(200, 'STS returned an invalid response')

const inRole = async (role: string, access: AwsAccess, region: string, run: ClientRun): Promise<AwsAccess> => {
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient(awsClientOptions(createAwsOptions(access, region)('STS')))
  const { Credentials: taken } = await client.send(
    new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'quarterdeck' }),
  )
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, SessionToken: sessionToken } = taken ?? {}
  if (accessKey === undefined || secretKey === undefined || sessionToken === undefined) throw invalidStsResponse()
  for (const hidden of [accessKey, secretKey, sessionToken]) run.hide(hidden)
  return { ...access, key: { accessKey, secretKey, sessionToken } }
}

/** The region of the connection is the default. */
export const openAwsAccess = async (
  spec: AwsSignIn,
  region: string | undefined,
  run: ClientRun,
): Promise<{ readonly access: AwsAccess; readonly region: string }> => {
  const { region: own, ...access } = await loadAccess(spec, run)
  const used = region ?? own
  return {
    region: used,
    access: spec.assumeRole === undefined ? access : await inRole(spec.assumeRole, access, used, run),
  }
}
