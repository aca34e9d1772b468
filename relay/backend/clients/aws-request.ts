import { signedHeaders, type AwsKey } from '#relay/backend/clients/aws-signature.ts'
import { httpRequest, type HttpAnswer } from '#relay/backend/clients/http-request.ts'

/** The one field of this name in an answer of AWS. */
export const fieldIn = (content: string, name: string) =>
  new RegExp(`<${name}>([^<]{1,300})</${name}>`).exec(content)?.[1]

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
