import { describe, expect, test } from 'vitest'
import { parseChallenges } from './challenge.ts'
import { answerDigest } from './digest-sign-in.ts'
import { md4 } from './md4.ts'
import { computeResponses, negotiateMessage, readChallengeMessage } from './ntlm-sign-in.ts'

describe('challenges', () => {
  test('several in one header are separated from their parameters', () => {
    const line = 'Negotiate, NTLM TlRMTVNTUAACAAAA==, Basic realm="a, \\"b\\"", Digest nonce=abc , qop="auth,auth-int"'
    expect(parseChallenges([line, 'Bearer'])).toEqual([
      { scheme: 'negotiate', token: undefined, params: new Map() },
      { scheme: 'ntlm', token: 'TlRMTVNTUAACAAAA==', params: new Map() },
      { scheme: 'basic', token: undefined, params: new Map([['realm', 'a, "b"']]) },
      { scheme: 'digest', token: undefined, params: new Map(Object.entries({ nonce: 'abc', qop: 'auth,auth-int' })) },
      { scheme: 'bearer', token: undefined, params: new Map() },
    ])
    expect(parseChallenges(undefined)).toEqual([])
    expect(parseChallenges('= ;')).toEqual([])
  })
})

describe('digest', () => {
  const request = { url: 'http://www.example.org/dir/index.html', method: 'GET', headers: [] }
  const answer = (line: string, cnonce: string) => {
    const [challenge] = parseChallenges(line)
    return challenge && answerDigest(challenge, request, { username: 'Mufasa', password: 'Circle of Life' }, cnonce)
  }

  // The examples of RFC 7616, 3.9.1.
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
  const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('%s answers as in the RFC', (algorithm, response) => {
    const line = `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
    const header = answer(line, cnonce)
    expect(header).toContain(`response="${response}"`)
    expect(header).toContain(`qop=auth, nc=00000001, cnonce="${cnonce}"`)
  })

  test('an unknown algorithm or protection has no answer', () => {
    expect(answer('Digest realm="a", nonce="b", algorithm=WHIRLPOOL', 'c')).toBeUndefined()
    expect(answer('Digest realm="a", nonce="b", qop="token"', 'c')).toBeUndefined()
  })
})

describe('NTLM', () => {
  test.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      'e33b4ddc9c38f2199c3e7b164fcc0536',
    ],
  ])('the hash of %j is that of RFC 1320', (text, hash) => {
    expect(md4(Buffer.from(text)).toString('hex')).toBe(hash)
  })

  // The example of MS-NLMP, 4.2.4.
  test('computes the response of the specification', () => {
    const targetInfo = Buffer.from('02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000', 'hex')
    const challenge = { nonce: Buffer.from('0123456789abcdef', 'hex'), targetInfo, timestamp: undefined }
    const fresh = { nonce: Buffer.alloc(8, 0xaa), time: Buffer.alloc(8) }
    const { lm, nt } = computeResponses(challenge, { username: 'Domain\\User', password: 'Password' }, fresh)
    expect(lm.toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa')
    expect(nt.subarray(0, 16).toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c')
  })

  test('rejects what is no challenge of NTLM', () => {
    expect(readChallengeMessage(Buffer.from('no'))).toBeUndefined()
    expect(readChallengeMessage(negotiateMessage())).toBeUndefined()
  })
})
