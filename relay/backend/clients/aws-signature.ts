import { createHash, createHmac } from 'node:crypto'

export interface AwsKey {
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken?: string | undefined
}

export interface AwsRequest {
  readonly method: string
  readonly url: string
  /** Headers that are signed beside the host's. */
  readonly headers?: readonly (readonly [string, string])[]
  readonly body?: string
  readonly service: string
  readonly region: string
  readonly at: Date
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The headers by which an AWS service, or one that is compatible with it, knows who asks (Signature Version 4): what was handed
 * in, the time, the token, the digest of the body for S3, and `authorization`. `host` is signed and not among them: the request has
 * it by itself. The path is signed as it is written in the address.
 */
export const signedHeaders = (request: AwsRequest, key: AwsKey): readonly (readonly [string, string])[] => {
  const { method, service, region, headers = [], body = '', at } = request
  const url = new URL(request.url)
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const digest = sha256(body)
  const given: readonly (readonly [string, string])[] = [
    ...headers,
    ['x-amz-date', time],
    ...(service === 's3' ? [['x-amz-content-sha256', digest] as const] : []),
    ...(key.sessionToken === undefined ? [] : [['x-amz-security-token', key.sessionToken] as const]),
  ]
  const signed = [...given, ['host', url.host] as const]
    .map(([name, value]): [string, string] => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')])
    .toSorted(byName)
  const names = signed.map(([name]) => name).join(';')
  const query = Array.from(url.searchParams, ([name, value]): [string, string] => [encoded(name), encoded(value)])
    .toSorted((a, b) => byName(a, b) || byName([a[1], ''], [b[1], '']))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    digest,
  ]
  const scope = `${day}/${region}/${service}/aws4_request`
  const dayKey = hmac(`AWS4${key.secretKey}`, day)
  const signingKey = hmac(hmac(hmac(dayKey, region), service), 'aws4_request')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical.join('\n'))].join('\n')
  const signature = hmac(signingKey, toSign).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${key.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return [...given, ['authorization', authorization]]
}
