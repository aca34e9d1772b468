import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { parseChallenges } from '#relay/backend/clients/http/challenge.ts'
import { computeResponses } from '#relay/backend/clients/http/ntlm-sign-in.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { runCheckType } from './testing/run-check-type.ts'

const open: TestServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})
const serve = async (listener: RequestListener): Promise<string> => {
  const server = await startHttp(listener)
  open.push(server)
  return `http://127.0.0.1:${server.port}`
}
const login = { username: { value: 'Mufasa' }, password: { value: 'Circle of Life' } }
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

test('a check signs in by digest, once more after a stale nonce, and fails with a wrong password', async () => {
  let nonces = 0
  const url = await serve((request, response) => {
    const params = parseChallenges(request.headers.authorization)[0]?.params
    const read = (name: string) => params?.get(name) ?? ''
    const a1 = md5('Mufasa:shop:Circle of Life')
    const a2 = md5(`${request.method}:${request.url}`)
    const expected = md5([a1, read('nonce'), read('nc'), read('cnonce'), 'auth', a2].join(':'))
    if (read('nonce') === 'n2' && read('response') === expected) return response.end('signed in')
    nonces += 1
    const stale = nonces === 2 ? ', stale=true' : ''
    const challenge = `Digest realm="shop", qop="auth", nonce="n${nonces}"${stale}`
    return response.writeHead(401, { 'www-authenticate': challenge }).end('who is it?')
  })
  const spec = { url: `${url}/a?b=1`, digest: true, ...login, responseContent: 'signed in' }
  expect(await runCheckType('http', spec)).toMatchObject({ pass: true, details: { code: 200 } })
  expect(nonces).toBe(2)
  expect(await runCheckType('http', { ...spec, password: { value: 'wrong' } })).toMatchObject({
    pass: false,
    details: { code: 401 },
  })
})

const nonce = Buffer.from('0123456789abcdef', 'hex')
const challengeMessage = () => {
  const message = Buffer.alloc(48)
  message.write('NTLMSSP\0', 'latin1')
  message.writeUInt32LE(2, 8)
  nonce.copy(message, 24)
  message.writeUInt32LE(48, 44)
  return message
}
const isRight = (message: Buffer): boolean => {
  const nt = message.subarray(message.readUInt32LE(24), message.readUInt32LE(24) + message.readUInt16LE(20))
  const fresh = { nonce: nt.subarray(32, 40), time: nt.subarray(24, 32) }
  const known = { nonce, targetInfo: Buffer.alloc(0), timestamp: undefined }
  return computeResponses(known, { username: 'Mufasa', password: 'Circle of Life' }, fresh).nt.equals(nt)
}

test.each([['NTLM'], ['Negotiate']])('a check signs in by %s on one connection', async (scheme) => {
  const states = new WeakMap<Socket, 'challenged' | 'in'>()
  let connections = 0
  const url = await serve((request, response) => {
    const { socket } = request
    const token = Buffer.from((request.headers.authorization ?? '').replace(/^\w+ ?/, ''), 'base64')
    const kind = token.length > 12 ? token.readUInt32LE(8) : 0
    if (states.get(socket) === undefined && kind === 0) connections += 1
    if (kind === 3 && states.get(socket) === 'challenged' && isRight(token)) return response.end('signed in')
    states.set(socket, 'challenged')
    const challenge = kind === 1 ? `${scheme} ${challengeMessage().toString('base64')}` : scheme
    return response.writeHead(401, { 'www-authenticate': challenge }).end('x'.repeat(2_000))
  })
  const spec = { url, ntlm: true, ...login, responseContent: 'signed in' }
  expect(await runCheckType('http', spec)).toMatchObject({ pass: true })
  expect(connections).toBe(1)
  expect(await runCheckType('http', { ...spec, password: { value: 'wrong' } })).toMatchObject({
    pass: false,
    details: { code: 401 },
  })
})

test('a password with characters of a path signs in, and is not shown when the server is unreachable', async () => {
  const url = await serve((request, response) => response.end(request.headers.authorization))
  const address = url.replace('://', '://ann:open/sesame#1@')
  const responseContent = `Basic ${Buffer.from('ann:open/sesame#1').toString('base64')}`
  expect(await runCheckType('http', { url: address, responseContent })).toMatchObject({ pass: true })
  const { message } = await runCheckType('redis', { url: 'redis://:open/sesame@127.0.0.1:1' })
  expect(message).toBe('redis://127.0.0.1:1: Connection refused.')
})
