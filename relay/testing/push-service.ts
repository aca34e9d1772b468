import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { startHttps } from '#relay/testing/servers.ts'
import { certificateFor } from '#relay/testing/certificate.ts'

const curve = 'prime256v1'
const keyBytes = 65

export interface PushedBrowser {
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  readonly read: (body: Buffer) => string
}

interface PushReceived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

const createReader = (own: ECDH, auth: Buffer) => (body: Buffer) => {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = derived(own.computeSecret(sender), auth, info, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

export const browserAt = (endpoint: string): PushedBrowser => {
  const own = createECDH(curve)
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      p256dh: own.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    read: createReader(own, auth),
  }
}

export const signedBy = async ({ headers }: PushReceived, origin: string, publicKey: string) => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error(`it is signed by ${key}`)
  const bytes = Buffer.from(publicKey, 'base64url')
  if (bytes.length !== keyBytes) throw new Error('it is not a key of the curve')
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')]
  const verified = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), {
    audience: origin,
  })
  return verified.payload
}

export const startPushService = async () => {
  const certificate = certificateFor({})
  const received: PushReceived[] = []
  let code = 201
  let served = 0
  const server = await startHttps(certificate, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(code).end()
    })
  })
  const origin = `https://127.0.0.1:${server.port}`
  return {
    origin,
    ca: certificate.cert,
    received,
    respondWith: (next: number): void => {
      code = next
    },
    browser: (): PushedBrowser => {
      served += 1
      return browserAt(`${origin}/push/${served}`)
    },
    close: () => server.close(),
  }
}
