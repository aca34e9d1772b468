import { createHash, randomBytes } from 'node:crypto'
import type { Answer, Challenge, RequestSigner, SignedRequest } from './challenge.ts'

export interface Login {
  readonly username: string
  readonly password: string
}

const hashes: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256', 'sha-512-256': 'sha512-256' }

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** RFC 7616, and RFC 2069 for a challenge without `qop`. Undefined for an unknown algorithm or protection. */
export const answerDigest = (
  { params }: Challenge,
  { url, method, body }: SignedRequest,
  { username, password }: Login,
  cnonce = randomBytes(16).toString('hex'),
): string | undefined => {
  const read = (name: string) => params.get(name) ?? ''
  const algorithm = read('algorithm') || 'MD5'
  const [, base = '', session] = /^(.*?)(-sess)?$/.exec(algorithm.toLowerCase()) ?? []
  const hash = hashes[base]
  if (hash === undefined) return undefined
  const digest = (value: string | Uint8Array) => createHash(hash).update(value).digest('hex')
  const offered = read('qop')
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((one) => one !== '')
  const qop = ['auth', 'auth-int'].find((known) => offered.includes(known))
  if (qop === undefined && offered.length > 0) return undefined
  const [realm, nonce, opaque] = [read('realm'), read('nonce'), params.get('opaque')]
  const { pathname, search } = new URL(url)
  const uri = `${pathname}${search}`
  const secret = digest(`${username}:${realm}:${password}`)
  const a1 = session === undefined ? secret : digest(`${secret}:${nonce}:${cnonce}`)
  const a2 = digest(`${method}:${uri}${qop === 'auth-int' ? `:${digest(body ?? '')}` : ''}`)
  const count = '00000001'
  const response = digest(qop === undefined ? `${a1}:${nonce}:${a2}` : [a1, nonce, count, cnonce, qop, a2].join(':'))
  const isHashed = read('userhash').toLowerCase() === 'true'
  const fields = [
    `username=${quote(isHashed ? digest(`${username}:${realm}`) : username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    ...(params.has('algorithm') ? [`algorithm=${algorithm}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`]),
    ...(qop === undefined && session === undefined ? [] : [`cnonce="${cnonce}"`]),
    ...(isHashed ? ['userhash=true'] : []),
  ]
  return `Digest ${fields.join(', ')}`
}

const createAnswer = (login: Login): Answer => {
  let sentNonce: string | undefined
  return (challenges, request) => {
    for (const challenge of challenges.filter(({ scheme }) => scheme === 'digest')) {
      const nonce = challenge.params.get('nonce')
      const isStale = challenge.params.get('stale')?.toLowerCase() === 'true'
      if (sentNonce !== undefined && (!isStale || nonce === sentNonce)) return undefined
      const answer = answerDigest(challenge, request, login)
      if (answer === undefined) continue
      sentNonce = nonce
      return answer
    }
    return undefined
  }
}

export const createDigestSigner = (login: Login): RequestSigner => ({ createAnswer: () => createAnswer(login) })
