import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import type { Checksum } from '@smithy/types'
import { z } from 'zod'
import { findBoundedJson } from '#shared/primitives/bounded-json.ts'
import type { AwsClientOptions, AwsKey } from './aws-client.ts'
import { httpRequest } from '#relay/backend/clients/http/http-request.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'

interface AwsJsonRequest<T> {
  /** As in the signature and in the host name. */
  readonly service: string
  readonly target: string
  /** Of the protocol; 1.0 by default. */
  readonly version?: '1.0' | '1.1'
  readonly json: object
  readonly schema: z.ZodType<T>
}

type Bytes = string | ArrayBuffer | ArrayBufferView
const toBuffer = (bytes: Bytes): Buffer => {
  if (typeof bytes === 'string') return Buffer.from(bytes)
  return ArrayBuffer.isView(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(bytes)
}

class Sha256 implements Checksum {
  readonly #secret: Buffer | undefined
  #hash: Hash | Hmac

  constructor(secret?: Bytes) {
    this.#secret = secret === undefined ? undefined : toBuffer(secret)
    this.#hash = this.#create()
  }

  update(bytes: Bytes): void {
    this.#hash.update(toBuffer(bytes))
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }

  reset(): void {
    this.#hash = this.#create()
  }

  #create(): Hash | Hmac {
    return this.#secret === undefined ? createHash('sha256') : createHmac('sha256', this.#secret)
  }
}

export const createAwsSignature = async (
  { accessKey, secretKey, sessionToken }: AwsKey,
  scope: { readonly service: string; readonly region: string; readonly uriEscapePath?: boolean },
) => {
  const { SignatureV4 } = await import('@smithy/signature-v4')
  return new SignatureV4({
    ...scope,
    sha256: Sha256,
    credentials: {
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      ...(sessionToken !== undefined && { sessionToken }),
    },
  })
}

const errorBody = z.looseObject({
  __type: z.string().catch(''),
  message: z.string().catch(''),
  Message: z.string().catch(''),
})

const defaultEndpoint = (service: string, region: string): string =>
  `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

/** For services with a JSON protocol whose client would be large. */
export const askAwsJson = async <T>(
  { key, region, endpoint, insecureTls, serviceName, maxResponseBytes, signal, toError }: AwsClientOptions,
  { service, target, version = '1.0', json, schema }: AwsJsonRequest<T>,
): Promise<T> => {
  const url = new URL(endpoint ?? defaultEndpoint(service, region))
  const signer = await createAwsSignature(key, { service, region })
  const body = JSON.stringify(json)
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: '/',
    query: {},
    headers: { host: url.host, 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target },
    body,
  })
  const response = await httpRequest({
    url: `${url.origin}/`,
    method: 'POST',
    headers: Object.entries(headers).filter(([name]) => name !== 'host'),
    body,
    tls: { insecure: insecureTls },
    finalCodes: [301, 302, 303, 307, 308],
    bodyMax: maxResponseBytes,
    signal,
  })
  const { code, content, cut } = response
  if (cut) throw new ServiceError(code, `${serviceName} returned more than ${maxResponseBytes / 1024 / 1024} MB`)
  const parsed = findBoundedJson(content)
  if (code !== 200) {
    const {
      __type: type,
      message,
      Message,
    } = errorBody.safeParse(parsed).data ?? { __type: '', message: '', Message: '' }
    const name = type.split('#').at(-1) ?? ''
    throw toError({ code, name, message: message || Message, headers: response.headers })
  }
  const read = schema.safeParse(parsed)
  if (!read.success) throw new ServiceError(code, `${serviceName} returned an invalid response`)
  return read.data
}
