import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { dayMs } from '#shared/primitives/time-units.ts'

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const encodeName = (commonName: string): Buffer =>
  sequence(der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(commonName)))))
const encodeTime = (time: Date): Buffer =>
  der(0x18, Buffer.from(`${time.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))

export interface Certificate {
  readonly cert: string
  readonly key: string
  readonly privateKey: KeyObject
  readonly commonName: string
}

interface CertificateOptions {
  readonly names?: readonly string[]
  readonly from?: Date
  readonly to?: Date
  readonly issuer?: Certificate
}

export const certificateFor = ({
  names = ['localhost', '127.0.0.1'],
  from = new Date(Date.now() - 60 * dayMs),
  to = new Date(Date.now() + 30 * dayMs),
  issuer,
}: CertificateOptions = {}): Certificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const commonName = names[0] ?? 'nobody'
  const alternatives = names.map((name) =>
    isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
  )
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    encodeName(issuer?.commonName ?? commonName),
    sequence(encodeTime(from), encodeTime(to)),
    encodeName(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(objectId('551d11'), der(0x04, sequence(...alternatives))),
        sequence(
          objectId('551d13'),
          der(0x01, Buffer.from([0xff])),
          der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
        ),
      ),
    ),
  )
  const signature = sign('sha256', toBeSigned, issuer?.privateKey ?? privateKey)
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    privateKey,
    commonName,
  }
}
