import { z } from 'zod'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { keyOf, regionOf } from '#relay/backend/clients/aws-connection.ts'
import { fieldIn, signedAnswer } from '#relay/backend/clients/aws-request.ts'
import type { AwsKey } from '#relay/backend/clients/aws-signature.ts'
import type { HttpAnswer } from '#relay/backend/clients/http-request.ts'
import { ServiceFault } from '#relay/backend/clients/json-service.ts'
import { readXml } from '#relay/backend/clients/read-xml.ts'
import { retryAfterOf, withinLimits, type WaitOf } from '#relay/backend/clients/within-limits.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import type { AwsSpec } from './aws-spec.ts'

const answerMax = 16 * 1024 * 1024
const pagesMax = 1_000
const saidMax = 300

/** Services that write XML and are asked by the name of an action, with their version; the others answer JSON at paths. */
const versions = { sts: '2011-06-15', ec2: '2016-11-15', rds: '2014-10-31', iam: '2010-05-08' } as const
type QueryService = keyof typeof versions
type PathService = 's3' | 'lambda' | 'eks'
/** Services that are asked in JSON by the name of an action, with what goes before that. */
const actionsOf = { cloudtrail: 'CloudTrail_20131101' } as const
type ActionService = keyof typeof actionsOf
type Fields = Readonly<Record<string, string>>

/** One account in one region. */
export interface AwsApi {
  readonly account: string
  readonly region: string
  readonly partition: string
  /** Rejects with ServiceFault. */
  query<T>(service: QueryService, fields: Fields, schema: z.ZodType<T>): Promise<T>
  get<T>(service: PathService, path: string, schema: z.ZodType<T>): Promise<T>
  call<T>(service: ActionService, action: string, body: object, schema: z.ZodType<T>): Promise<T>
}

const throttled = new Set([
  'RequestLimitExceeded',
  'Throttling',
  'ThrottlingException',
  'ThrottledException',
  'TooManyRequestsException',
  'SlowDown',
])

const jsonError = z.looseObject({ message: z.string().optional(), Message: z.string().optional() })

/** What a refusal is called, and what it says. */
const refusalIn = ({ headers, content }: HttpAnswer): { readonly name: string; readonly said: string } => {
  const type = headers['X-Amzn-Errortype']?.replace(/[:#].*$/, '')
  if (type === undefined) return { name: fieldIn(content, 'Code') ?? '', said: fieldIn(content, 'Message') ?? '' }
  try {
    const { message, Message } = jsonError.parse(parseBoundedJson(content))
    return { name: type, said: message ?? Message ?? '' }
  } catch {
    return { name: type, said: '' }
  }
}

/** Twice as long each time, from a second on, where the service does not say how long. */
const waitOf: WaitOf = (answer, waits) => {
  if (answer.code < 400) return undefined
  const isThrottled = throttled.has(refusalIn(answer).name)
  if (answer.headers['Retry-After'] !== undefined) return retryAfterOf(answer, waits)
  return isThrottled || answer.code === 429 ? 2 ** waits : undefined
}

const words: Readonly<Record<string, string>> = {
  AuthFailure: 'it does not accept the key, or the region is not enabled for the account',
  InvalidClientTokenId: 'it does not know the access key',
  UnrecognizedClientException: 'it does not know the access key, or the region is not enabled for the account',
  SignatureDoesNotMatch: 'it does not accept the secret key',
  ExpiredToken: 'the session token is over',
  ExpiredTokenException: 'the session token is over',
}

const faultOf = (place: string, answer: HttpAnswer): ServiceFault => {
  const { name, said } = refusalIn(answer)
  const reason = (words[name] ?? [name, said.replace(/\.$/, '')].filter((part) => part !== '').join(': ')).slice(
    0,
    saidMax,
  )
  // Who the key belongs to is known by then: a refusal is of one service in one region.
  return new ServiceFault(
    answer.code === 401 ? 403 : answer.code,
    `${place} answered ${answer.code}${reason === '' ? '' : `: ${reason}`}`,
  )
}

const read = <T>(place: string, { code, content, headers }: HttpAnswer, schema: z.ZodType<T>): T => {
  let value: unknown
  try {
    const isJson = headers['Content-Type']?.includes('json') === true
    value = isJson ? parseBoundedJson(content) : readXml(content)
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof JsonBoundError)) throw error
    throw new ServiceFault(code, `${place} answered ${code} with something that cannot be read`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ServiceFault(code, `${place} answered something else than was asked`)
  return parsed.data
}

/** Services of a whole account are in one region of each partition. */
const homeOf = (service: string, region: string): string => {
  if (service !== 'iam') return region
  if (region.startsWith('cn-')) return 'cn-north-1'
  return region.startsWith('us-gov-') ? 'us-gov-west-1' : 'us-east-1'
}

const hostOf = (service: string, region: string): string => {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  if (service !== 'iam') return `${service}.${region}.${domain}`
  if (region.startsWith('cn-')) return `iam.cn-north-1.${domain}`
  return region.startsWith('us-gov-') ? `iam.us-gov.${domain}` : `iam.${domain}`
}

interface Access {
  readonly key: AwsKey
  readonly endpoint: string | undefined
  readonly insecureTls: boolean
  readonly signal: AbortSignal
}

interface Posted {
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

const formOf = (fields: Fields): Posted => ({
  headers: [['content-type', 'application/x-www-form-urlencoded']],
  body: new URLSearchParams(fields).toString(),
})

const actionOf = (service: ActionService, action: string, body: object): Posted => ({
  headers: [
    ['content-type', 'application/x-amz-json-1.1'],
    ['x-amz-target', `${actionsOf[service]}.${action}`],
  ],
  body: JSON.stringify(body),
})

const callsOf = (
  { key, endpoint, insecureTls, signal }: Access,
  region: string,
): Pick<AwsApi, 'query' | 'get' | 'call'> => {
  const ask = async (service: string, path: string, posted?: Posted): Promise<HttpAnswer> => {
    const place = `${service.toUpperCase()} in ${region}`
    const base = (endpoint ?? `https://${hostOf(service, region)}`).replace(/\/+$/, '')
    const request = {
      url: `${base}${path}`,
      service,
      region: homeOf(service, region),
      insecureTls,
      bodyMax: answerMax,
      signal,
      ...(posted === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', ...posted } as const)),
    }
    const answer = await withinLimits(() => signedAnswer(request, key), { service: place, waitOf, signal })
    if (answer.cut)
      throw new ServiceFault(answer.code, `An answer of ${place} is larger than ${answerMax / 1024 / 1024} MB`)
    if (answer.code !== 200) throw faultOf(place, answer)
    return answer
  }
  return {
    query: async (service, fields, schema) =>
      read(service.toUpperCase(), await ask(service, '/', formOf({ Version: versions[service], ...fields })), schema),
    get: async (service, path, schema) => read(service.toUpperCase(), await ask(service, path), schema),
    call: async (service, action, body, schema) =>
      read(service.toUpperCase(), await ask(service, '/', actionOf(service, action, body)), schema),
  }
}

/** Page by page, as `next` finds where in an answer the following one begins. */
export async function* pagesOf<T>(
  ask: (token: string | undefined) => Promise<T>,
  next: (answer: T) => string | undefined,
): AsyncGenerator<T> {
  let token: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const answer = await ask(token)
    yield answer
    token = next(answer)
    if (token === undefined || token === '') return
  }
  throw new ServiceFault(200, `There are more than ${pagesMax} pages`)
}

const text = z.string()
const credentials = z.looseObject({ AccessKeyId: text, SecretAccessKey: text, SessionToken: text })
const roleAnswer = z.looseObject({ AssumeRoleResult: z.looseObject({ Credentials: credentials }) })
const identityAnswer = z.looseObject({ GetCallerIdentityResult: z.looseObject({ Account: text, Arn: text }) })

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
    endpoint: given.endpoint ?? (connection?.url || undefined),
    insecureTls: given.skipTLSVerify ?? connection?.insecureTls ?? false,
    signal: run.signal,
    region: connection === undefined ? 'us-east-1' : regionOf(connection),
  }
}

const inRole = async (role: string, access: Access, region: string, run: ScrapeContext): Promise<Access> => {
  const fields = { Action: 'AssumeRole', RoleArn: role, RoleSessionName: 'quarterdeck' }
  const { AssumeRoleResult: taken } = await callsOf(access, region).query('sts', fields, roleAnswer)
  const { AccessKeyId: accessKey, SecretAccessKey: secretKey, SessionToken: sessionToken } = taken.Credentials
  for (const hidden of [accessKey, secretKey, sessionToken]) run.hide(hidden)
  return { ...access, key: { accessKey, secretKey, sessionToken } }
}

/** The account of a key in each of its regions. Rejects where nobody is known by the key. */
export const awsApisOf = async (given: AwsSpec, run: ScrapeContext): Promise<readonly [AwsApi, ...AwsApi[]]> => {
  const own = await accessOf(given, run)
  const [first = own.region, ...others] = given.region ?? []
  const access = given.assumeRole === undefined ? own : await inRole(given.assumeRole, own, first, run)
  const { GetCallerIdentityResult: who } = await callsOf(access, first).query(
    'sts',
    { Action: 'GetCallerIdentity' },
    identityAnswer,
  )
  const [, partition = 'aws'] = who.Arn.split(':')
  const apiOf = (region: string): AwsApi => ({ account: who.Account, region, partition, ...callsOf(access, region) })
  return [apiOf(first), ...others.map(apiOf)]
}
