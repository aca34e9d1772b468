import { createSocket } from 'node:dgram'
import type { LookupOptions } from 'node:dns'
import dnsPromises from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { caa, dnsName, ipv4, ipv6, mx, startDns, txt, type Zone } from '#relay/testing/dns-server.ts'
import { closedPort } from '#relay/testing/servers.ts'
import { formatEndpoint, listSpecErrors, runCheckType } from './testing/run-check-type.ts'

const umlaut = Buffer.from('Grüße')
const zone: Zone = {
  'two.example': {
    A: [ipv4('10.0.0.2'), ipv4('10.0.0.1')],
    MX: [mx(10, 'mail.two.example')],
    TXT: [txt('v=spf1 -all')],
    NS: [dnsName('ns.two.example')],
  },
  'broken.example': 2,
  'closed.example': 5,
  'silent.example': 'silent',
  'odd.example': {
    AAAA: [ipv6('2001:0db8:0000:0000:0000:0000:0000:0001'), ipv6('0000:0000:0000:0000:0000:ffff:c000:0201')],
    TXT: [txt('v=DKIM1; p=AbC', 'dEf.'), txt(' spaced '), txt(umlaut.subarray(0, 3), umlaut.subarray(3))],
    CNAME: [dnsName('Target.Example')],
    CAA: [caa('issue', 'ca.example'), caa('iodef', 'mailto:ca@ca.example')],
  },
  'latin.example': { TXT: [txt(Buffer.from('Grüße', 'latin1'))] },
  'unsupported.example': 4,
  'malformed.example': 1,
  'unauthorized.example': 9,
  'xn--bcher-kva.example': 6,
}
let server: Awaited<ReturnType<typeof startDns>>
beforeAll(async () => {
  server = await startDns(zone)
})
afterAll(async () => server.close())
const ask = async (spec: Record<string, unknown>, context = {}) =>
  runCheckType('dns', { server: '127.0.0.1', port: server.port, ...spec }, context)

describe('DNS check', () => {
  test.each([
    [{ query: 'two.example' }, ['10.0.0.1', '10.0.0.2']],
    [{ query: 'two.example', querytype: 'mx' }, ['mail.two.example 10']],
    [{ query: 'two.example', querytype: 'TXT' }, ['v=spf1 -all']],
    [{ query: 'two.example', querytype: 'NS' }, ['ns.two.example']],
  ])('queries %j', async (spec, records) => {
    expect(await ask(spec)).toMatchObject({
      pass: true,
      details: { records, count: records.length, server: [`127.0.0.1:${server.port}`] },
    })
  })

  test('accepts exactly the wanted records, in any order and with or without trailing dots', async () => {
    expect(await ask({ query: 'two.example', exactreply: ['10.0.0.2', '10.0.0.1'] })).toMatchObject({ pass: true })
    expect(await ask({ query: 'two.example', querytype: 'NS', exactreply: ['NS.two.example.'] })).toMatchObject({
      pass: true,
    })
    expect(await ask({ query: 'two.example', exactreply: ['10.0.0.1'] })).toMatchObject({
      pass: false,
      message: 'Expected two.example A to be 10.0.0.1, got 10.0.0.1, 10.0.0.2.',
    })
  })

  const txtRecords = ['v=DKIM1; p=AbCdEf.', ' spaced ', 'Grüße']
  test.each([
    ['AAAA', ['2001:DB8:0:0::1', '::FFFF:192.0.2.1'], true],
    ['AAAA', ['2001:db8::1', '0:0:0:0:0:ffff:c000:201'], true],
    ['AAAA', ['2001:db8::2', '::ffff:192.0.2.1'], false],
    ['CNAME', ['target.EXAMPLE.'], true],
    ['CNAME', ['target.example.org'], false],
    ['CAA', ['0 issue "ca.example"', '0 iodef "mailto:ca@ca.example"'], true],
    ['CAA', ['0 issue ca.example', '0 IODEF mailto:ca@ca.example'], true],
    ['CAA', ['0 issuewild ca.example', '0 iodef mailto:ca@ca.example'], false],
    ['TXT', txtRecords, true],
    ['TXT', ['"v=DKIM1; " "p=AbCdEf."', '" spaced "', '"Grüße"'], true],
    ['TXT', txtRecords.with(0, 'v=dkim1; p=abcdef.'), false],
    ['TXT', txtRecords.with(0, 'v=DKIM1; p=AbCdEf'), false],
    ['TXT', txtRecords.with(1, 'spaced'), false],
  ])('%s records equal %j: %j', async (querytype, exactreply, pass) => {
    expect(await ask({ query: 'odd.example', querytype, exactreply })).toMatchObject({ pass })
  })

  test('reads text that is not UTF-8 byte by byte', async () => {
    const spec = { query: 'latin.example', querytype: 'TXT', exactreply: ['grüße'] }
    expect(await ask(spec)).toMatchObject({
      pass: false,
      message: 'Expected latin.example TXT to be "grüße", got "Grüße".',
    })
  })

  test.each(['[::1]', '::1', '[::1]:port'])('queries the server %s', async (address) => {
    const other = await startDns(zone, '::1')
    const spec = address.includes('port')
      ? { server: address.replace('port', String(other.port)) }
      : { server: address, port: other.port }
    expect(await runCheckType('dns', { ...spec, query: 'two.example' })).toMatchObject({ pass: true })
    await other.close()
  })

  test.each(['1.2.3.4:99999', '1.2.3.4:', 'udp://1.2.3.4:53', '::1]:53', 'two words'])(
    'rejects the server %j',
    async (name) => {
      expect(await listSpecErrors('dns', { server: name, query: 'a' })).toEqual([
        'server: must be a host name or an address, optionally with a port: host:port or [address]:port',
      ])
    },
  )

  test.each([
    [{ query: 'two.example', minrecords: 3 }, 'Expected at least 3 A records for two.example, got 2.'],
    [{ query: 'none.example' }, 'Expected at least 1 A record for none.example, got 0: the name does not exist.'],
    [
      { query: 'two.example', querytype: 'AAAA' },
      'Expected at least 1 AAAA record for two.example, got 0: the name has no such record.',
    ],
    [{ query: 'broken.example' }, 'Expected at least 1 A record for broken.example, got 0: the name server failed.'],
    [
      { query: 'closed.example' },
      'Expected at least 1 A record for closed.example, got 0: the name server rejected the query.',
    ],
  ])('reports what it expected for %j', async (spec, message) => {
    expect(await ask(spec)).toMatchObject({ pass: false, message })
  })

  test.each([
    ['none.example', 'the name does not exist'],
    ['broken.example', 'the name server failed'],
    ['closed.example', 'the name server rejected the query'],
    ['unsupported.example', 'the name server does not support the query'],
    ['malformed.example', 'the name server could not parse the query'],
    ['unauthorized.example', 'the name server responded with code 9'],
    ['bücher.example.', 'the name server responded with code 6'],
  ])('a failed lookup of %s fails without expected records', async (query, reason) => {
    const message = `Lookup of ${query} A failed: ${reason}.`
    expect(await ask({ query, minrecords: 0 })).toMatchObject({ pass: false, message })
    expect(await ask({ query, minrecords: 0, exactreply: [] })).toMatchObject({ pass: false, message })
  })

  test('fails while its name server is down, without expected records', async () => {
    const port = await closedPort()
    expect(await ask({ query: 'two.example', port, minrecords: 0 })).toMatchObject({
      pass: false,
      message: 'Lookup of two.example A failed: the name server is unreachable.',
    })
  })

  test('passes on a response without records when none are expected', async () => {
    const spec = { query: 'two.example', querytype: 'AAAA', minrecords: 0 }
    expect(await ask(spec)).toMatchObject({ pass: true, message: 'two.example AAAA: no records' })
  })

  test.each([{ port: undefined }, { port: 0 }, {}])('queries a server written with its port, with %j', async (more) => {
    const spec = { server: `127.0.0.1:${server.port}`, query: 'two.example', ...more }
    expect(await runCheckType('dns', spec)).toMatchObject({ pass: true })
  })

  test('rejects two different ports', async () => {
    const spec = { server: '127.0.0.1:5353', port: 53, query: 'two.example' }
    expect(await listSpecErrors('dns', spec)).toEqual(['port: differs from the port in server'])
  })

  test('resolves the name server by its name', async () => {
    expect(await ask({ server: 'localhost', query: 'two.example' })).toMatchObject({ pass: true })
    expect(await ask({ server: 'does-not-exist.invalid', query: 'two.example' })).toEqual({
      pass: false,
      message: 'two.example A @does-not-exist.invalid: The host name "does-not-exist.invalid" does not exist.',
    })
  })

  test.each([
    ['without a listener at the first address', ['::1', '127.0.0.1']],
    ['without a response from the first address', ['127.0.0.2', '127.0.0.1']],
    ['without a listener at the second address', ['127.0.0.1', '::1']],
  ])('queries a name server %s', async (_, addresses) => {
    const unresponsive = createSocket('udp4').bind(server.port, '127.0.0.2')
    await once(unresponsive, 'listening')
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    vi.spyOn(dnsPromises, 'lookup').mockImplementation((async (_name: string, options?: LookupOptions) =>
      options?.all === true ? all : all[0]) as typeof dnsPromises.lookup)
    syncBuiltinESMExports()
    try {
      expect(await ask({ server: 'both.example', query: 'two.example' }, { timeoutMs: 2_000 })).toMatchObject({
        pass: true,
      })
    } finally {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      unresponsive.close()
    }
  })

  test('times out when the name server does not respond', async () => {
    expect(await ask({ query: 'silent.example' }, { timeoutMs: 100 })).toEqual({
      pass: false,
      message: 'No response within 100 ms.',
    })
  })

  test('shows the query and the server', () => {
    expect(formatEndpoint('dns', { query: 'a.example', querytype: 'mx', server: '9.9.9.9' })).toBe(
      'a.example MX @9.9.9.9',
    )
  })

  test.each([
    [{}, ['query: required']],
    [
      { query: 'a', querytype: 'ANY' },
      ['querytype: must be one of A, AAAA, CNAME, MX, NS, TXT, SRV, PTR, SOA, CAA, got "ANY"'],
    ],
    [{ query: 'a', port: 99999 }, ['port: must be at most 65535']],
  ])('rejects %j', async (spec, errors) => {
    expect(await listSpecErrors('dns', spec)).toEqual(errors)
  })
})
