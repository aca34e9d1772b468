import type { CheckConnection, CheckContext } from '#relay/backend/checks/check-type.ts'
import { signedHeaders, type AwsKey } from '#relay/backend/clients/aws-signature.ts'
import { httpRequest } from '#relay/backend/clients/http-request.ts'
import { placeOf } from './place.ts'
import type { ConnectionProbe } from './probe.ts'

const regionOf = ({ properties: { region = '' } }: CheckConnection) => region || 'us-east-1'

const keyOf = ({ username, password, properties: { profile, sessionToken } }: CheckConnection): AwsKey => {
  if (username !== '' && password !== '') return { accessKey: username, secretKey: password, sessionToken }
  throw new Error(
    profile === undefined
      ? 'Access key and secret key are both needed.'
      : 'A profile of this machine cannot be tested: enter access key and secret key.',
  )
}

/** The one field of this name in an answer of AWS. */
const fieldIn = (content: string, name: string) => new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(content)?.[1]

const refusals: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'It does not know this access key.',
  InvalidClientTokenId: 'It does not know this access key.',
  SignatureDoesNotMatch: 'It does not accept the secret key.',
  AccessDenied: 'It knows the key, which may not do this.',
  NoSuchBucket: 'There is no such bucket.',
  PermanentRedirect: 'The bucket is in another region.',
  AuthorizationHeaderMalformed: 'The bucket is in another region.',
  RequestTimeTooSkewed: 'The clocks of this machine and of the service differ too much.',
}

interface Asked {
  readonly url: string
  readonly service: 's3' | 'sts'
  readonly method: 'GET' | 'POST'
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
}

/** Asks as whoever has the key of the connection. Resolves with a good answer, or rejects with a sentence. */
const askSigned = async (asked: Asked, connection: CheckConnection, { signal }: CheckContext): Promise<string> => {
  const signed = signedHeaders({ ...asked, region: regionOf(connection), at: new Date() }, keyOf(connection))
  const { code, content, headers } = await httpRequest({
    url: asked.url,
    method: asked.method,
    headers: signed,
    body: asked.body,
    tls: { insecure: connection.insecureTls },
    // The signature is of one host and path: a redirect is an answer.
    finalCodes: [301, 302, 307, 308],
    signal,
  })
  if (code === 200) return content
  const name = fieldIn(content, 'Code') ?? ''
  const region = headers['X-Amz-Bucket-Region']
  const known = Object.hasOwn(refusals, name) ? refusals[name] : undefined
  const said = known ?? (name === '' ? `It answered ${code}.` : `It answered ${code}: ${name}.`)
  throw new Error(region === undefined || region === regionOf(connection) ? said : `${said} It is in ${region}.`)
}

const bucketAddress = (connection: CheckConnection): string => {
  const { bucket = '' } = connection.properties
  if (bucket === '') throw new Error('The connection names no bucket.')
  const base = connection.url.replace(/\/+$/, '')
  // What is compatible with S3 has no name of its own for each bucket.
  return base === ''
    ? `https://${encodeURIComponent(bucket)}.s3.${regionOf(connection)}.amazonaws.com/`
    : `${/^https?:\/\//i.test(base) ? base : `https://${base}`}/${encodeURIComponent(bucket)}`
}

/** Asks for the first name in the bucket. */
export const s3: ConnectionProbe = {
  place: (connection) => placeOf(bucketAddress(connection), 'https'),
  ask: async ({ connection }, context) => {
    const url = `${bucketAddress(connection)}?list-type=2&max-keys=1`
    const content = await askSigned({ url, service: 's3', method: 'GET' }, connection, context)
    if (!content.includes('<ListBucketResult'))
      throw new Error('It answered with something else than what is in a bucket.')
    return fieldIn(content, 'KeyCount') === '0' ? 'The bucket can be listed, and is empty' : 'The bucket can be listed'
  },
}

const tokenService = (connection: CheckConnection): string =>
  connection.url === '' ? `https://sts.${regionOf(connection)}.amazonaws.com/` : new URL('/', connection.url).href

/** Asks whose the key is. */
export const aws: ConnectionProbe = {
  place: (connection) => placeOf(tokenService(connection), 'https'),
  ask: async ({ connection }, context) => {
    const content = await askSigned(
      {
        url: tokenService(connection),
        service: 'sts',
        method: 'POST',
        headers: [['content-type', 'application/x-www-form-urlencoded']],
        body: 'Action=GetCallerIdentity&Version=2011-06-15',
      },
      connection,
      context,
    )
    return `It is the key of ${fieldIn(content, 'Arn') ?? 'somebody'}`
  },
}
