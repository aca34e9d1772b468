import {
  awsClientOptions,
  type AwsClientOptions,
  type AwsKey,
  type AwsRefusal,
} from '#relay/backend/clients/aws-client.ts'
import { keyOf, regionOf } from '#relay/backend/clients/aws-connection.ts'
import { endpointOf } from '#relay/backend/clients/connection-address.ts'
import { ServiceFault } from '#relay/backend/clients/json-service.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AwsSpec } from './aws-spec.ts'

const answerMax = 16 * 1024 * 1024
const pagesMax = 1_000
const saidMax = 300

/** One account in one region. */
export interface AwsApi {
  readonly account: string
  readonly region: string
  readonly partition: string
  /** What a client of a service is made with. What it rejects with are ServiceFaults. */
  readonly client: (service: string) => AwsClientOptions
  /** The same account in another region. */
  readonly in: (region: string) => AwsApi
}

const words: Readonly<Record<string, string>> = {
  AuthFailure: 'it does not accept the key, or the region is not enabled for the account',
  InvalidClientTokenId: 'it does not know the access key',
  UnrecognizedClientException: 'it does not know the access key, or the region is not enabled for the account',
  SignatureDoesNotMatch: 'it does not accept the secret key',
  ExpiredToken: 'the session token is over',
  ExpiredTokenException: 'the session token is over',
  SubscriptionRequiredException:
    'the account has no support plan that Trusted Advisor is a part of (Business or Enterprise)',
}

const faultOf =
  (place: string) =>
  ({ code, name, said }: AwsRefusal): ServiceFault => {
    const reason = (words[name] ?? [name, said.replace(/\.$/, '')].filter((part) => part !== '').join(': ')).slice(
      0,
      saidMax,
    )
    // Who the key belongs to is known by then: a refusal is of one service in one region.
    return new ServiceFault(code === 401 ? 403 : code, `${place} answered ${code}${reason === '' ? '' : `: ${reason}`}`)
  }

const ofAccount = new Set(['IAM', 'SUPPORT'])

/** Services of a whole account are in one region of each partition. */
const homeOf = (service: string, region: string): string => {
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

const clientOf =
  (access: Access, region: string): AwsApi['client'] =>
  (service) => {
    const place = `${service} in ${region}`
    return {
      ...access,
      region: homeOf(service, region),
      place,
      answerMax,
      isPatient: true,
      faultOf: faultOf(place),
    }
  }

/** What each answer holds, were it an empty list. Throws ServiceFault where it is left out: that answers something else. */
export const told = <T>(held: T | undefined): T => {
  if (held === undefined) throw new ServiceFault(200, 'It answered something else than was asked')
  return held
}

/** At most a thousand pages: a list without end is a fault. */
export async function* bounded<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  let count = 0
  for await (const page of pages) {
    if (count >= pagesMax) throw new ServiceFault(200, `There are more than ${pagesMax} pages`)
    count += 1
    yield page
  }
}

const accessOf = async (given: AwsSpec, run: ScrapeContext): Promise<Access & { readonly region: string }> => {
  if (given.connection === undefined && given.accessKey === undefined)
    throw new Error('AWS needs credentials: write accessKey and secretKey, or choose a connection.')
  if (given.connection !== undefined && run.connection === undefined)
    throw new Error(`${given.connection} cannot be read here`)
  const connection = given.connection === undefined ? undefined : await run.connection?.(given.connection)
  for (const hidden of connection?.secrets ?? []) run.hide(hidden)
  const { accessKey, secretKey, sessionToken } = given
  const ownKey = async (): Promise<AwsKey> => ({
    accessKey: await run.secret(accessKey),
    secretKey: await run.secret(secretKey),
    ...(sessionToken !== undefined && { sessionToken: await run.secret(sessionToken) }),
  })
  return {
    key: accessKey === undefined && connection !== undefined ? keyOf(connection) : await ownKey(),
    endpoint: given.endpoint ?? (connection && endpointOf(connection)),
    insecureTls: given.skipTLSVerify ?? connection?.insecureTls ?? false,
    signal: run.signal,
    region: connection === undefined ? 'us-east-1' : regionOf(connection),
  }
}

const signInAnswer = () => new ServiceFault(200, 'STS answered something else than was asked')

const inRole = async (role: string, access: Access, region: string, run: ScrapeContext): Promise<Access> => {
  const { STSClient, AssumeRoleCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient(awsClientOptions(clientOf(access, region)('STS')))
  const { Credentials: taken } = await client.send(
    new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'quarterdeck' }),
  )
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, SessionToken: sessionToken } = taken ?? {}
  if (accessKey === undefined || secretKey === undefined || sessionToken === undefined) throw signInAnswer()
  for (const hidden of [accessKey, secretKey, sessionToken]) run.hide(hidden)
  return { ...access, key: { accessKey, secretKey, sessionToken } }
}

/** The account of a key in each of its regions. Rejects where nobody is known by the key. */
export const awsApisOf = async (given: AwsSpec, run: ScrapeContext): Promise<readonly [AwsApi, ...AwsApi[]]> => {
  const own = await accessOf(given, run)
  const [first = own.region, ...others] = given.region ?? []
  const access = given.assumeRole === undefined ? own : await inRole(given.assumeRole, own, first, run)
  const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
  const client = new STSClient(awsClientOptions(clientOf(access, first)('STS')))
  const { Account: account, Arn: who } = await client.send(new GetCallerIdentityCommand())
  if (account === undefined || who === undefined) throw signInAnswer()
  const [, partition = 'aws'] = who.split(':')
  const apiOf = (region: string): AwsApi => ({
    account,
    region,
    partition,
    client: clientOf(access, region),
    in: apiOf,
  })
  return [apiOf(first), ...others.map(apiOf)]
}
