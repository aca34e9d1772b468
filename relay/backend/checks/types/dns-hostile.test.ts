import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dnsName, ipv4, txt } from '#relay/testing/dns-server.ts'
import { freePort } from '#relay/testing/free-port.ts'
import { runCheckType } from './testing/run-check-type.ts'

interface Message {
  readonly id?: number
  readonly flags?: number
  readonly questions?: readonly Buffer[]
  readonly answers?: readonly Buffer[]
  readonly answerCount?: number
  readonly authority?: readonly Buffer[]
  readonly additional?: readonly Buffer[]
}

const [A, CNAME, NS, TXT, SRV, OPT, CAA] = [1, 5, 2, 16, 33, 41, 257]
const [success, truncated] = [0x8180, 0x8380]
/** At 12 is the name in the question, at 27 the first record. */
const pointer = (at: number) => Buffer.from([0xc0, at])
const asked = pointer(12)
const numbers = (...values: readonly number[]) => {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2))
  return buffer
}
const record = (owner: Buffer, type: number, data: Buffer, { group = 1, length = data.length } = {}) =>
  Buffer.concat([owner, numbers(type, group, 0, 0, length), data])
const question = (name: string, type = A, group = 1) => Buffer.concat([dnsName(name), numbers(type, group)])
const address = (last: number) => record(asked, A, ipv4(`10.0.0.${last}`))
const options = (highCode: number) =>
  Buffer.concat([Buffer.from([0]), numbers(OPT, 1_232), Buffer.from([highCode, 0, 0, 0, 0, 0])])

const write = (query: Buffer, message: Message): Buffer => {
  const { answers = [], authority = [], additional = [] } = message
  const questions = message.questions ?? [query.subarray(12, query.indexOf(0, 12) + 5)]
  const counts = [questions.length, message.answerCount ?? answers.length, authority.length, additional.length]
  const head = numbers(message.id ?? query.readUInt16BE(0), message.flags ?? success, ...counts)
  return Buffer.concat([head, ...questions, ...answers, ...authority, ...additional])
}

let udp: Socket
let tcp: Server | undefined
beforeEach(async () => {
  udp = createSocket('udp4').bind(await freePort(), '127.0.0.1')
  await once(udp, 'listening')
})
afterEach(() => {
  udp.close()
  tcp?.close()
  tcp = undefined
})

const respond = (...messages: readonly (Message | Buffer)[]) =>
  udp.on('message', (query, { port, address: host }) => {
    for (const message of messages) udp.send(Buffer.isBuffer(message) ? message : write(query, message), port, host)
  })

const respondOverTcp = async (message: Message | 'close') => {
  tcp = createServer((socket) =>
    socket.once('data', (query) => {
      if (message === 'close') return socket.destroy()
      const sent = write(query.subarray(2), message)
      socket.write(numbers(sent.length).subarray(0, 1))
      return socket.end(Buffer.concat([numbers(sent.length).subarray(1), sent]))
    }),
  ).listen(udp.address().port, '127.0.0.1')
  await once(tcp, 'listening')
}

const check = async (spec: Record<string, unknown> = {}) => {
  const { port } = udp.address()
  const result = await runCheckType('dns', { server: '127.0.0.1', port, query: 'a.example', ...spec })
  return { pass: result.pass, records: result.details?.['records'], reason: result.details?.['reason'] }
}

const failed = (reason: string) => ({ pass: false, records: [], reason })
const invalid = 'the name server sent an invalid response'

describe('a response of a hostile name server', () => {
  test.each<[string, Message]>([
    ['another ID', { id: 0, answers: [address(6)] }],
    ['another name in the question', { questions: [question('b.example')], answers: [address(6)] }],
    ['another type in the question', { questions: [question('a.example', TXT)], answers: [address(6)] }],
    ['another class in the question', { questions: [question('a.example', A, 3)], answers: [address(6)] }],
    ['the flag of a query', { flags: 0x0100, answers: [address(6)] }],
  ])('with %s does not end the wait for the real one', async (_name, forged) => {
    respond(forged, { answers: [address(1)] })
    expect(await check()).toMatchObject({ pass: true, records: ['10.0.0.1'] })
  })

  test.each<[string, Message, string]>([
    ['no question', { questions: [], answers: [address(1)] }, invalid],
    ['two questions', { questions: [question('a.example'), question('b.example')] }, invalid],
    ['the operation of an update', { flags: 0xa980 }, invalid],
    ['a pointer to itself', { answers: [record(pointer(27), A, ipv4('10.0.0.1'))] }, invalid],
    ['a pointer into the header', { answers: [record(pointer(2), A, ipv4('10.0.0.1'))] }, invalid],
    ['a truncated record', { answers: [record(asked, A, ipv4('10.0.0.1'), { length: 400 })] }, invalid],
    ['fewer records than counted', { answers: [address(1)], answerCount: 9 }, invalid],
    ['more records than counted', { answers: [address(1)], answerCount: 0 }, invalid],
    ['an address of three bytes', { answers: [record(asked, A, Buffer.from([1, 2, 3]))] }, invalid],
    ['an address of five bytes', { answers: [record(asked, A, Buffer.from([1, 2, 3, 4, 5]))] }, invalid],
    ['an extended code', { additional: [options(1)] }, 'the name server responded with code 16'],
    ['records despite an error', { flags: 0x8183, answers: [address(1)] }, 'the name does not exist'],
    [
      'a referral',
      { flags: 0x8000, authority: [record(dnsName('example'), NS, dnsName('ns.example'))] },
      'the name server refers to others',
    ],
    [
      'aliases in a loop',
      { answers: [record(asked, CNAME, dnsName('b.example')), record(dnsName('b.example'), CNAME, asked)] },
      'its aliases form a loop',
    ],
  ])('with %s fails the check, also without expected records', async (_name, message, reason) => {
    respond(message)
    expect(await check({ minrecords: 0 })).toEqual(failed(reason))
  })

  test.each([[Buffer.alloc(12)], [Buffer.alloc(1)]])('of %j alone is not one', async (message) => {
    respond(message, { answers: [address(1)] })
    expect(await check()).toMatchObject({ pass: true, records: ['10.0.0.1'] })
  })

  test.each<[string, Buffer]>([
    ['A', record(dnsName('evil.example'), A, ipv4('10.0.0.6'))],
    ['TXT', record(dnsName('evil.example'), TXT, txt('v=spf1'))],
    ['CNAME', record(dnsName('evil.example'), CNAME, dnsName('a.example'))],
    ['A', record(asked, A, ipv4('10.0.0.6'), { group: 3 })],
  ])('with %s records of another name or class contains none', async (querytype, answer) => {
    respond({ answers: [answer] })
    expect(await check({ querytype })).toEqual(failed('the name has no such record'))
  })
})

test('follows aliases to the records of the last name only', async () => {
  const [b, c] = [dnsName('B.example'), dnsName('c.example')]
  const aliases = [record(asked, CNAME, b), record(dnsName('b.EXAMPLE'), CNAME, c)]
  respond({
    answers: [...aliases, record(c, A, ipv4('10.0.0.1')), record(dnsName('d.example'), A, ipv4('10.0.0.6'))],
  })
  expect(await check()).toMatchObject({ pass: true, records: ['10.0.0.1'] })
  expect(await check({ querytype: 'CNAME' })).toMatchObject({ pass: true, records: ['B.example'] })
})

test('accepts a question and an owner in another case', async () => {
  respond({
    questions: [question('A.EXAMPLE')],
    answers: [record(dnsName('a.Example'), A, ipv4('10.0.0.1'))],
  })
  expect(await check()).toMatchObject({ pass: true, records: ['10.0.0.1'] })
})

test('reads SRV, CAA and text with bytes that no name may contain', async () => {
  const data = {
    SRV: [record(asked, SRV, Buffer.concat([numbers(1, 2, 80), Buffer.from([3, 97, 46, 0, 0])]))],
    CAA: [record(asked, CAA, Buffer.concat([Buffer.from([128, 5]), Buffer.from('issueca.example')]))],
    TXT: [record(asked, TXT, txt('a\0b'))],
  }
  udp.on('message', (query, { port, address: host }) => {
    const type = query.readUInt16BE(query.indexOf(0, 12) + 1)
    udp.send(write(query, { answers: type === SRV ? data.SRV : type === CAA ? data.CAA : data.TXT }), port, host)
  })
  expect(await check({ querytype: 'SRV' })).toMatchObject({ records: [String.raw`1 2 80 a\.\000`] })
  expect(await check({ querytype: 'CAA' })).toMatchObject({ records: ['128 issue "ca.example"'] })
  expect(await check({ querytype: 'TXT' })).toMatchObject({ records: ['a\0b'] })
})

describe('a truncated response', () => {
  beforeEach(() => void respond({ flags: truncated, answers: [address(6)] }))

  test('is read over TCP', async () => {
    const long = record(asked, TXT, Buffer.concat(Array.from({ length: 250 }, () => txt('y'.repeat(255)))))
    await respondOverTcp({ answers: [long] })
    expect(await check({ querytype: 'TXT' })).toMatchObject({ pass: true, records: ['y'.repeat(63_750)] })
  })

  test.each<[string, Message | 'close', string]>([
    ['truncated there, too', { flags: truncated, answers: [address(6)] }, invalid],
    ['to another query there', { id: 0, answers: [address(6)] }, invalid],
    ['cut off there', 'close', invalid],
  ])('that is %s fails the check', async (_name, message, reason) => {
    await respondOverTcp(message)
    expect(await check({ minrecords: 0 })).toEqual(failed(reason))
  })

  test('fails the check without a listener there', async () => {
    expect(await check({ minrecords: 0 })).toEqual(failed('the name server is unreachable over TCP'))
  })
})

test('a name server without EDNS is queried without it', async () => {
  udp.on('message', (query, { port, address: host }) => {
    const hasOptions = query.readUInt16BE(10) > 0
    udp.send(write(query, hasOptions ? { flags: 0x8181, questions: [] } : { answers: [address(1)] }), port, host)
  })
  expect(await check()).toMatchObject({ pass: true, records: ['10.0.0.1'] })
})

test.each([
  ['127.0.0.1', '1.0.0.127.in-addr.arpa'],
  ['2001:db8::1:2', `2.0.0.0.1.0.0.0.${'0.'.repeat(16)}8.b.d.0.1.0.0.2.ip6.arpa`],
])('asks the name server, not the hosts file, for the name of %s', async (query, name) => {
  const { port } = udp.address()
  udp.on('message', (message, from) => {
    const sent = message.subarray(12, 12 + dnsName(name).length)
    const answers = sent.equals(dnsName(name)) ? [record(asked, 12, dnsName('host.example'))] : []
    udp.send(write(message, { answers }), from.port, from.address)
  })
  expect(await check({ query, querytype: 'PTR', port })).toMatchObject({ pass: true, records: ['host.example'] })
})
