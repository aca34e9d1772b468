import type { CheckConnection } from '#relay/backend/checks/check-type.ts'
import { signedHeaders, type AwsKey } from '#relay/backend/clients/aws-signature.ts'
import { httpRequest, type HttpAnswer } from '#relay/backend/clients/http-request.ts'

/** The region of a connection, or AWS' own first one. */
export const regionOf = ({ properties: { region = '' } }: CheckConnection) => region || 'us-east-1'

/** Throws a sentence when the connection has none. */
export const keyOf = ({ username, password, properties: { profile, sessionToken } }: CheckConnection): AwsKey => {
  if (username !== '' && password !== '') return { accessKey: username, secretKey: password, sessionToken }
  throw new Error(
    profile === undefined
      ? 'Access key and secret key are both needed.'
      : 'A profile of this machine cannot be used: enter access key and secret key.',
  )
}

/** The one field of this name in an answer of AWS. */
export const fieldIn = (content: string, name: string) =>
  new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(content)?.[1]

const refusals: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'It does not know this access key.',
  InvalidClientTokenId: 'It does not know this access key.',
  SignatureDoesNotMatch: 'It does not accept the secret key.',
  AccessDenied: 'It knows the key, which may not do this.',
  NoSuchBucket: 'There is no such bucket.',
  NoSuchKey: 'There is no such object in the bucket.',
  PermanentRedirect: 'The bucket is in another region.',
  AuthorizationHeaderMalformed: 'The bucket is in another region.',
  RequestTimeTooSkewed: 'The clocks of this machine and of the service differ too much.',
}

interface SignedRequest {
  readonly url: string
  readonly service: string
  readonly region: string
  readonly method: 'GET' | 'POST'
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
  readonly bodyMax?: number
  readonly insecureTls: boolean
  readonly signal: AbortSignal
}

/** Asks as whoever has the key, signed at this moment; answers whatever comes. */
export const signedAnswer = (
  { signal, bodyMax, insecureTls, ...asked }: SignedRequest,
  key: AwsKey,
): Promise<HttpAnswer> =>
  httpRequest({
    url: asked.url,
    method: asked.method,
    headers: signedHeaders({ ...asked, at: new Date() }, key),
    body: asked.body,
    tls: { insecure: insecureTls },
    // The signature is of one host and path: a redirect is an answer.
    finalCodes: [301, 302, 307, 308],
    ...(bodyMax !== undefined && { bodyMax }),
    signal,
  })

interface Asked extends Omit<SignedRequest, 'region' | 'insecureTls'> {
  readonly connection: CheckConnection
}

/** Asks as whoever has the key of the connection. Resolves with a good answer, or rejects with a sentence. */
export const askSigned = async ({ connection, ...asked }: Asked): Promise<string> => {
  const { insecureTls } = connection
  const { bodyMax } = asked
  const { code, content, headers, cut } = await signedAnswer(
    { ...asked, region: regionOf(connection), insecureTls },
    keyOf(connection),
  )
  if (cut && bodyMax !== undefined) throw new Error(`Its answer is larger than ${bodyMax / 1024 / 1024} MB.`)
  if (code === 200) return content
  const name = fieldIn(content, 'Code') ?? ''
  const region = headers['X-Amz-Bucket-Region']
  const known = Object.hasOwn(refusals, name) ? refusals[name] : undefined
  const said = known ?? (name === '' ? `It answered ${code}.` : `It answered ${code}: ${name}.`)
  throw new Error(region === undefined || region === regionOf(connection) ? said : `${said} It is in ${region}.`)
}

/** The address of a bucket: of the connection, unless it is named. */
export const bucketAddress = (connection: CheckConnection, named = ''): string => {
  const bucket = named || (connection.properties['bucket'] ?? '')
  if (bucket === '') throw new Error('The connection names no bucket.')
  const base = connection.url.replace(/\/+$/, '')
  // What is compatible with S3 has no name of its own for each bucket.
  return base === ''
    ? `https://${encodeURIComponent(bucket)}.s3.${regionOf(connection)}.amazonaws.com/`
    : `${/^https?:\/\//i.test(base) ? base : `https://${base}`}/${encodeURIComponent(bucket)}`
}
