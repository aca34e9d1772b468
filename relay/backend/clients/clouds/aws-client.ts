import { Readable } from 'node:stream'
import type { HttpHandlerOptions, HttpRequest as SdkRequest, RetryStrategy } from '@smithy/types'
import { z } from 'zod'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { readRetryAfter, withinLimits } from '#relay/backend/clients/http/within-limits.ts'

export interface AwsKey {
  readonly accessKey: string
  readonly secretKey: string
  readonly sessionToken?: string | undefined
}

export interface AwsErrorResponse {
  readonly code: number
  readonly name: string
  readonly message: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

export interface AwsClientOptions {
  readonly key: AwsKey
  readonly region: string
  readonly endpoint?: string | undefined
  readonly insecureTls: boolean
  readonly serviceName: string
  readonly maxResponseBytes: number
  readonly signal: AbortSignal
  readonly isPatient?: boolean
  readonly toError: (response: AwsErrorResponse) => Error
}

const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const toUrl = ({ protocol, hostname, port, path, query = {} }: SdkRequest): string => {
  const queryParts = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encoded(name)}=${encoded(one ?? '')}`),
  )
  const host = port === undefined ? hostname : `${hostname}:${port}`
  return `${protocol}//${host}${path}${queryParts.length === 0 ? '' : `?${queryParts.join('&')}`}`
}

const bodySchema = z.union([z.string(), z.instanceof(Uint8Array)]).optional()

const createRequestHandler = ({ serviceName, insecureTls, maxResponseBytes, signal }: AwsClientOptions) => ({
  metadata: { handlerProtocol: 'http/1.1' },
  handle: async (request: SdkRequest, _options?: HttpHandlerOptions) => {
    const { code, headers, content, cut } = await httpRequest({
      url: toUrl(request),
      method: request.method,
      headers: Object.entries(request.headers),
      body: bodySchema.parse(request.body),
      tls: { insecure: insecureTls },
      // The signature covers one host and path, so redirects are not followed.
      finalCodes: [301, 302, 303, 307, 308],
      bodyMax: maxResponseBytes,
      signal,
    })
    if (cut) throw new ServiceError(code, `${serviceName} returned more than ${maxResponseBytes / 1024 / 1024} MB`)
    return {
      response: {
        statusCode: code,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: Readable.from([Buffer.from(content)]),
      },
    }
  },
})

const answered = z.looseObject({
  name: z.string(),
  message: z.string().catch(''),
  $fault: z.string().optional(),
  $metadata: z.looseObject({ httpStatusCode: z.number() }),
  $response: z.looseObject({ headers: z.record(z.string(), z.string()) }),
})

const throttled = /^(?:RequestLimitExceeded|Thrott\w+|TooManyRequestsException|SlowDown)$/

const findRetryDelayMs = (error: unknown, waits: number): number | undefined => {
  const { data } = answered.safeParse(error)
  if (data?.$fault === undefined) return undefined
  const code = data.$metadata.httpStatusCode
  const after = data.$response.headers['retry-after']
  if (after !== undefined) return readRetryAfter({ code, headers: { 'Retry-After': after } }, waits)
  return throttled.test(data.name) || code === 429 ? 2 ** waits : undefined
}

const nameless = new Set(['Error', 'Unknown', 'UnknownError'])
const unlessNameless = (text: string) => (nameless.has(text) ? '' : text)

const toReadableError = (error: unknown, { serviceName, toError }: AwsClientOptions): unknown => {
  const { data } = answered.safeParse(error)
  if (data === undefined) return error
  const { $fault, $metadata, $response } = data
  const code = $metadata.httpStatusCode
  const { headers } = $response
  if ($fault !== undefined)
    return toError({ code, name: unlessNameless(data.name), message: unlessNameless(data.message), headers })
  if (code >= 400) return toError({ code, name: '', message: '', headers })
  return new ServiceError(code, `${serviceName} returned an unreadable response (${code})`)
}

const createRetryStrategy = (options: AwsClientOptions): RetryStrategy => ({
  retry: async (next, args) => {
    const ask = () =>
      next(args).then(
        (response) => ({ response }),
        (error: unknown) => ({ error }),
      )
    const settled = await withinLimits(ask, {
      service: options.serviceName,
      findDelayMs: (one, waits) =>
        options.isPatient === true && 'error' in one ? findRetryDelayMs(one.error, waits) : undefined,
      signal: options.signal,
    })
    if ('error' in settled) throw toReadableError(settled.error, options)
    return settled.response
  },
})

/** Reads no credentials from this machine's variables, files or services. */
export const awsClientOptions = (options: AwsClientOptions) => {
  const { key, region, endpoint } = options
  return {
    region,
    ...(endpoint !== undefined && { endpoint }),
    credentials: {
      accessKeyId: key.accessKey,
      secretAccessKey: key.secretKey,
      ...(key.sessionToken !== undefined && { sessionToken: key.sessionToken }),
    },
    requestHandler: createRequestHandler(options),
    retryStrategy: createRetryStrategy(options),
    retryMode: 'standard',
    maxAttempts: 1,
    defaultsMode: 'standard' as const,
    ignoreConfiguredEndpointUrls: true,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    authSchemePreference: [],
    sigv4aSigningRegionSet: [],
    disableClockSkewCorrection: true,
    userAgentAppId: async () => undefined,
    defaultUserAgentProvider: async (): Promise<[string][]> => [['quarterdeck']],
  }
}

/** S3-compatible services have no host name per bucket. */
export const s3ClientOptions = (options: AwsClientOptions) => ({
  ...awsClientOptions(options),
  forcePathStyle: options.endpoint !== undefined,
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
  disableS3ExpressSessionAuth: true,
  useArnRegion: false,
})
