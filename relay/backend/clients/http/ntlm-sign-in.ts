import { createHmac, randomBytes } from 'node:crypto'
import type { Answer, RequestSigner } from './challenge.ts'
import type { Login } from './digest-sign-in.ts'
import { md4 } from './md4.ts'

/** NTLMv2 of MS-NLMP, without signing and sealing, which HTTP does not use. */

const signature = Buffer.from('NTLMSSP\0', 'latin1')
const flags = {
  unicode: 0x1,
  requestTarget: 0x4,
  ntlm: 0x2_00,
  alwaysSign: 0x80_00,
  extendedSecurity: 0x8_00_00,
  targetInfo: 0x80_00_00,
  key128: 0x20_00_00_00,
}
const wanted = Object.values(flags).reduce((sum, flag) => sum + flag, 0)
const pair = { timestamp: 7, end: 0 }
/** 100 ns between 1601 and 1970. */
const windowsEpoch = 116_444_736_000_000_000n

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer =>
  createHmac('md5', key).update(Buffer.concat(parts)).digest()
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export const negotiateMessage = (): Buffer => Buffer.concat([signature, uint32(1), uint32(wanted), Buffer.alloc(16)])

interface ServerChallenge {
  readonly nonce: Buffer
  readonly targetInfo: Buffer
  readonly timestamp: Buffer | undefined
}

const findTimestamp = (info: Buffer): Buffer | undefined => {
  for (let at = 0; at + 4 <= info.length;) {
    const [id, length] = [info.readUInt16LE(at), info.readUInt16LE(at + 2)]
    if (id === pair.end) return undefined
    if (id === pair.timestamp && length === 8) return info.subarray(at + 4, at + 12)
    at += 4 + length
  }
  return undefined
}

export const readChallengeMessage = (message: Buffer): ServerChallenge | undefined => {
  if (message.length < 32 || !message.subarray(0, 8).equals(signature) || message.readUInt32LE(8) !== 2)
    return undefined
  const hasInfo = message.length >= 48
  const [length, offset] = hasInfo ? [message.readUInt16LE(40), message.readUInt32LE(44)] : [0, 0]
  const targetInfo = message.subarray(offset, offset + length)
  return { nonce: message.subarray(24, 32), targetInfo, timestamp: findTimestamp(targetInfo) }
}

const splitName = (username: string): readonly [domain: string, user: string] => {
  const at = username.indexOf('\\')
  return at < 0 ? ['', username] : [username.slice(0, at), username.slice(at + 1)]
}

interface Fresh {
  readonly nonce: Buffer
  readonly time: Buffer
}

const createFresh = (): Fresh => {
  const time = Buffer.alloc(8)
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + windowsEpoch)
  return { nonce: randomBytes(8), time }
}

export const computeResponses = (
  { nonce: serverNonce, targetInfo, timestamp }: ServerChallenge,
  { username, password }: Login,
  { nonce, time }: Fresh,
): { readonly lm: Buffer; readonly nt: Buffer } => {
  const [domain, user] = splitName(username)
  const key = hmac(md4(utf16(password)), utf16(user.toUpperCase() + domain))
  const head = Buffer.from([1, 1, 0, 0, 0, 0, 0, 0])
  const blob = Buffer.concat([head, timestamp ?? time, nonce, Buffer.alloc(4), targetInfo, Buffer.alloc(4)])
  return {
    nt: Buffer.concat([hmac(key, serverNonce, blob), blob]),
    lm: timestamp === undefined ? Buffer.concat([hmac(key, serverNonce, nonce), nonce]) : Buffer.alloc(24),
  }
}

const headerBytes = 64

const authenticateMessage = (challenge: ServerChallenge, login: Login): Buffer => {
  const { lm, nt } = computeResponses(challenge, login, createFresh())
  const [domain, user] = splitName(login.username)
  const parts = [lm, nt, utf16(domain), utf16(user), Buffer.alloc(0), Buffer.alloc(0)]
  let offset = headerBytes
  const fields = parts.map((part) => {
    const field = Buffer.alloc(8)
    field.writeUInt16LE(part.length)
    field.writeUInt16LE(part.length, 2)
    field.writeUInt32LE(offset, 4)
    offset += part.length
    return field
  })
  return Buffer.concat([signature, uint32(3), ...fields, uint32(wanted), ...parts])
}

const format = (scheme: string, message: Buffer): string =>
  `${scheme === 'ntlm' ? 'NTLM' : 'Negotiate'} ${message.toString('base64')}`

/** Windows servers offer NTLM alone or within Negotiate. */
const createAnswer = (login: Login): Answer => {
  let state: 'new' | 'negotiated' | 'answered' = 'new'
  return (challenges) => {
    const offered = ['ntlm', 'negotiate'].flatMap((name) => challenges.find(({ scheme }) => scheme === name) ?? [])
    const [first] = offered
    if (state === 'new' && first !== undefined) {
      state = 'negotiated'
      return format(first.scheme, negotiateMessage())
    }
    const answered = offered.find(({ token }) => token !== undefined)
    const challenge = readChallengeMessage(Buffer.from(answered?.token ?? '', 'base64'))
    if (state !== 'negotiated' || answered === undefined || challenge === undefined) return undefined
    state = 'answered'
    return format(answered.scheme, authenticateMessage(challenge, login))
  }
}

export const createNtlmSigner = (login: Login): RequestSigner => ({
  isOfConnection: true,
  createAnswer: () => createAnswer(login),
})
