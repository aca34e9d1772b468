import {
  awsClientOptions,
  type AwsClientOptions,
  type AwsKey,
  type AwsErrorResponse,
} from '#relay/backend/clients/aws-client.ts'
import { getAwsKey, getRegion } from '#relay/backend/clients/aws-connection.ts'
import { findEndpoint } from '#relay/backend/clients/connection-address.ts'
import { ServiceError } from '#relay/backend/clients/json-service.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AwsSpec } from './aws-spec.ts'

const maxResponseBytes = 16 * 1024 * 1024
const pagesMax = 1_000
const maxMessageLength = 300

export interface AwsApi {
  readonly account: string
  readonly region: string
  readonly partition: string
  readonly client: (service: string) => AwsClientOptions
  readonly in: (region: string) => AwsApi
}

const messagesByErrorCode: Readonly<Record<string, string>> = {
  AuthFailure: 'key not accepted, or the region is not enabled for the account',
  InvalidClientTokenId: 'unknown access key',
  UnrecognizedClientException: 'unknown access key, or the region is not enabled for the account',
  SignatureDoesNotMatch: 'the secret key is wrong',
  ExpiredToken: 'the session token has expired',
  ExpiredTokenException: 'the session token has expired',
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

interface Access {
  readonly key: AwsKey
  readonly endpoint: string | undefined
  readonly insecureTls: boolean
  readonly signal: AbortSignal
}

const createClientOptions =
  (access: Access, region: string): AwsApi['client'] =>
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

const loadAccess = async (spec: AwsSpec, run: ScrapeContext): Promise<Access & { readonly region: string }> => {
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

const invalidStsResponse = () => new ServiceError(200, 'STS returned an invalid response')

const inRole = async (role: string, access: Access, region: string, run: ScrapeContext): Promise<Access> => {
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient(awsClientOptions(createClientOptions(access, region)('STS')))
  const { Credentials: taken } = await client.send(
    new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'quarterdeck' }),
  )
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, SessionToken: sessionToken } = taken ?? {}
  if (accessKey === undefined || secretKey === undefined || sessionToken === undefined) throw invalidStsResponse()
  for (const hidden of [accessKey, secretKey, sessionToken]) run.hide(hidden)
  return { ...access, key: { accessKey, secretKey, sessionToken } }
}

export const openAwsApis = async (spec: AwsSpec, run: ScrapeContext): Promise<readonly [AwsApi, ...AwsApi[]]> => {
  const own = await loadAccess(spec, run)
  const [first = own.region, ...others] = spec.region ?? []
  const access = spec.assumeRole === undefined ? own : await inRole(spec.assumeRole, own, first, run)
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient(awsClientOptions(createClientOptions(access, first)('STS')))
  const { Account: account, Arn: arn } = await client.send(new GetCallerIdentityCommand())
  if (account === undefined || arn === undefined) throw invalidStsResponse()
  const [, partition = 'aws'] = arn.split(':')
  const toApi = (region: string): AwsApi => ({
    account,
    region,
    partition,
    client: createClientOptions(access, region),
    in: toApi,
  })
  return [toApi(first), ...others.map(toApi)]
}
