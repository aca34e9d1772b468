import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { certificateFor } from '#relay/testing/certificate.ts'
import { startLdap } from '#relay/testing/ldap-server.ts'
import { startMongodb } from '#relay/testing/mongodb-server.ts'
import { startMysql } from '#relay/testing/mysql-server.ts'
import { formatEndpoint, listSpecErrors, runCheckType } from './testing/run-check-type.ts'
import { closedPort, startHttp, startTcp, type TestServer } from '#relay/testing/servers.ts'
import { startSmtp } from '#relay/testing/smtp-server.ts'

const open: TestServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})
const using = async (starting: Promise<TestServer>): Promise<TestServer> => {
  const server = await starting
  open.push(server)
  return server
}
const json = async (respond: (request: IncomingMessage) => { code?: number; body: unknown }): Promise<string> => {
  const server = await using(
    startHttp((request, response) => {
      const { code = 200, body } = respond(request)
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }),
  )
  return `http://127.0.0.1:${server.port}`
}

describe('MySQL check', () => {
  const login = { username: { value: 'ann' }, password: { value: 'pa55word' } }
  test('authenticates, runs its query and returns the rows', async () => {
    const server = await using(startMysql('pa55word'))
    const rows = [{ one: '1' }, { one: '2' }]
    expect(
      await runCheckType('mysql', {
        url: `mysql://127.0.0.1:${server.port}/test`,
        ...login,
        query: 'select 1',
        results: 2,
      }),
    ).toMatchObject({
      pass: true,
      details: { rows, count: 2, results: { rows, count: 2 } },
    })
    const address = `$(username):$(password)@tcp(127.0.0.1:${server.port})/test`
    expect(await runCheckType('mysql', { connection: address, ...login })).toMatchObject({ pass: true })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })

  test.each([
    ['ann:hun@ter%22@tcp(127.0.0.1:PORT)/db?parseTime=true'],
    ['Server=127.0.0.1;Port=PORT;Uid=ann;Pwd="hun@ter%22";Database=db'],
    ['jdbc:mysql://127.0.0.1:PORT/db?user=ann&password=hun%40ter%2522'],
  ])('accepts %s and shows no password of it', async (text) => {
    const { port } = await using(startMysql('hun@ter%22'))
    const url = text.replace('PORT', String(port))
    expect(await runCheckType('mysql', { url })).toMatchObject({ pass: true })
    expect(formatEndpoint('mysql', { url })).toBe(`127.0.0.1:${port}/db`)
    const other = url.replace('ter', 'tre')
    const denied = await runCheckType('mysql', { url: other, query: 'select 1' })
    expect(denied).toMatchObject({ pass: false, message: 'Access denied for this user.' })
    const unreachable = await runCheckType('mysql', { url: url.replace(String(port), String(await closedPort())) })
    expect(unreachable.pass).toBe(false)
    expect(JSON.stringify([denied, unreachable])).not.toMatch(/hun|%22/)
  })

  test('reports errors of the server', async () => {
    const { port } = await using(startMysql('pa55word'))
    const url = `mysql://127.0.0.1:${port}/test`
    expect(await runCheckType('mysql', { url, ...login, query: 'select * from nowhere' })).toMatchObject({
      pass: false,
      message: "Table 'test.nowhere' doesn't exist.",
    })
    expect(await runCheckType('mysql', { url, ...login, password: 'other' })).toMatchObject({
      pass: false,
      message: 'Access denied for this user.',
    })
  })

  test('leaves no connection at its timeout', async () => {
    const server = await using(startMysql('pa55word'))
    const spec = { url: `mysql://127.0.0.1:${server.port}/test`, ...login, query: 'select sleep(60)' }
    expect(await runCheckType('mysql', spec, { timeoutMs: 200 })).toEqual({
      pass: false,
      message: 'No response within 200 ms.',
    })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })
})

describe('MongoDB check', () => {
  test('pings the server', async () => {
    const server = await using(startMongodb(1))
    expect(await runCheckType('mongo', { url: `mongodb://127.0.0.1:${server.port}` })).toMatchObject({
      pass: true,
      details: { ok: 1 },
    })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })

  test('reports an unexpected ping response', async () => {
    const { port } = await using(startMongodb(0))
    expect(await runCheckType('mongodb', { url: `127.0.0.1:${port}` })).toMatchObject({
      pass: false,
      message: 'not today.',
    })
  })

  test('reports at once an unreachable server and a missing primary', async () => {
    const vanishing = await using(startTcp((socket) => socket.destroy()))
    const url = `mongodb://127.0.0.1:${vanishing.port}`
    expect(await runCheckType('mongodb', { url }, { timeoutMs: 3_600_000 })).toEqual({
      pass: false,
      message: `${url}: The server closed the connection before the response was complete.`,
    })
    const secondary = await using(startMongodb(1, { isSecondary: true }))
    const replicaSet = `mongodb://127.0.0.1:${secondary.port}/?replicaSet=rs`
    expect(await runCheckType('mongodb', { url: replicaSet }, { timeoutMs: 3_000 })).toEqual({
      pass: false,
      message: 'The servers respond, but none is the primary.',
    })
  })

  test('leaves no connection at its timeout', async () => {
    const server = await using(startTcp(() => undefined))
    const url = `mongodb://ann:pa55word@127.0.0.1:${server.port}/`
    expect(await runCheckType('mongodb', { url }, { timeoutMs: 200 })).toEqual({
      pass: false,
      message: 'No response within 200 ms.',
    })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
    expect(formatEndpoint('mongodb', { url })).toBe(`mongodb://127.0.0.1:${server.port}/`)
  })

  test('ends when it is stopped behind a load balancer that no longer responds', async () => {
    const stop = new AbortController()
    const server = await using(startMongodb(1, { onPing: () => stop.abort() }))
    const url = `mongodb://127.0.0.1:${server.port}/?loadBalanced=true`
    expect(await runCheckType('mongodb', { url }, { timeoutMs: 120_000, signal: stop.signal })).toEqual({
      pass: false,
      message: 'The check was stopped before it finished.',
    })
  })
})

describe('LDAP check', () => {
  const spec = {
    bindDN: 'ou=people,dc=test',
    userSearch: '(cn=*)',
    username: 'cn=admin',
    password: { value: 'pa55word' },
  }
  test('authenticates and searches', async () => {
    const server = await using(startLdap('pa55word', ['cn=ann,ou=people,dc=test', 'cn=bob,ou=people,dc=test']))
    expect(await runCheckType('ldap', { url: `ldap://127.0.0.1:${server.port}`, ...spec })).toEqual({
      pass: true,
      message: '2 entries found',
      details: { count: 2, entries: ['cn=ann,ou=people,dc=test', 'cn=bob,ou=people,dc=test'] },
    })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })

  test('reports an empty result and invalid credentials', async () => {
    const { port } = await using(startLdap('pa55word', []))
    expect(await runCheckType('ldap', { host: `127.0.0.1:${port}`, ...spec })).toMatchObject({
      pass: false,
      message: 'Expected (cn=*) to find an entry below ou=people,dc=test, but it found none.',
    })
    expect(await runCheckType('ldap', { host: `127.0.0.1:${port}`, ...spec, password: 'other' })).toMatchObject({
      pass: false,
      message: 'Authentication failed: wrong user name or password.',
    })
  })

  test('leaves no connection at its timeout', async () => {
    const server = await using(startTcp(() => undefined))
    expect(await runCheckType('ldap', { url: `ldap://127.0.0.1:${server.port}`, ...spec }, { timeoutMs: 200 })).toEqual(
      { pass: false, message: 'No response within 200 ms.' },
    )
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })
})

describe('mail check', () => {
  const host = '127.0.0.1'
  test('reads the greeting and authenticates when configured', async () => {
    const server = await using(startSmtp({ password: 'pa55word' }))
    expect(await runCheckType('smtp', { host, port: server.port })).toMatchObject({
      pass: true,
      message: expect.stringMatching(/^The mail server is ready, \d+ ms$/) as string,
    })
    const login = { username: 'ann', password: { value: 'pa55word' } }
    expect(await runCheckType('mail', { host, port: server.port, ...login })).toMatchObject({
      pass: true,
      message: expect.stringMatching(/accepts the user/) as string,
    })
    const denied = await runCheckType('smtp', { host, port: server.port, ...login, password: 'other-word' })
    expect(denied).toMatchObject({
      pass: false,
      message: expect.stringMatching(/535 5\.7\.8 authentication failed/) as string,
    })
    expect(JSON.stringify(denied)).not.toContain('other-word')
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })

  test('uses TLS after the greeting and reports an invalid certificate', async () => {
    const { port } = await using(startSmtp({ certificate: certificateFor() }))
    expect(await runCheckType('smtp', { host, port, tls: 'starttls' })).toMatchObject({
      pass: false,
      message: `${host}:${port}: The TLS certificate is self-signed.`,
    })
    expect(await runCheckType('smtp', { host, port, tls: 'starttls', skipTLSVerify: true })).toMatchObject({
      pass: true,
    })
    expect(await runCheckType('smtp', { host, port, tls: false })).toMatchObject({ pass: true })
  })

  test('reports an unexpected greeting', async () => {
    const { port } = await using(startSmtp({ greeting: '554 go away' }))
    expect(await runCheckType('smtp', { host, port })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/554 go away/) as string,
    })
  })

  test('leaves no connection to a server that does not respond', async () => {
    const server = await using(startSmtp({ greeting: '' }))
    expect(await runCheckType('smtp', { host, port: server.port }, { timeoutMs: 200 })).toEqual({
      pass: false,
      message: 'No response within 200 ms.',
    })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })
})

describe('Elasticsearch check', () => {
  const query = '{"query":{"match_all":{}}}'
  test.each(['elasticsearch', 'opensearch'])('counts the hits of a search in %s', async (key) => {
    const seen: string[] = []
    const url = await json((request) => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
      return {
        body: { took: 1, timed_out: false, hits: { total: { value: 7, relation: 'eq' }, hits: [{ _id: 'a' }] } },
      }
    })
    const spec = { url, index: 'logs-*', query, username: 'ann', password: { value: 'pa55word' } }
    expect(await runCheckType(key, { ...spec, results: 7 })).toMatchObject({
      pass: true,
      details: { count: 7, hits: [{ _id: 'a' }] },
    })
    expect(await runCheckType(key, { ...spec, results: 1 })).toMatchObject({
      pass: false,
      message: 'Expected 1 hit, got 7.',
    })
    expect(seen[0]).toBe(`POST /logs-*/_search Basic ${Buffer.from('ann:pa55word').toString('base64')}`)
    expect(formatEndpoint(key, spec)).toBe(`${url}/logs-*`)
  })

  test.each([
    [
      { error: { root_cause: [{ type: 'x', reason: 'no such index [logs]' }], reason: 'y' }, status: 404 },
      'Expected code 200, got 404: no such index [logs].',
    ],
    [{ error: 'missing authentication' }, 'Expected code 200, got 404: missing authentication.'],
    [[], 'Expected code 200, got 404.'],
  ])('reports the error of the server: %j', async (body, message) => {
    const url = await json(() => ({ code: 404, body }))
    expect(await runCheckType('elasticsearch', { url, index: 'logs', query })).toMatchObject({ pass: false, message })
  })

  const empty = { timed_out: false, hits: { total: { value: 0, relation: 'eq' }, hits: [] } }
  test.each([
    [{ ...empty, timed_out: true }, 'The search timed out before it read all documents.'],
    [{ ...empty, _shards: { total: 3, failed: 1 } }, 'The search failed on 1 of 3 shards.'],
    [{ ...empty, _shards: { total: 0, failed: 0 } }, 'No index matches logs-*.'],
    [{ ...empty, hits: { total: { value: 0, relation: 'gte' }, hits: [] } }, 'Expected 0 hits, got 0 or more.'],
  ])('does not take incomplete results for all: %j', async (body, message) => {
    const url = await json(() => ({ body }))
    expect(await runCheckType('elasticsearch', { url, index: 'logs-*', query, results: 0 })).toMatchObject({
      pass: false,
      message,
    })
  })

  test('rejects a query that is not JSON', async () => {
    expect(await listSpecErrors('elasticsearch', { url: 'x', index: 'a', query: '{' })).toEqual(['query: must be JSON'])
  })
})

test.each([
  ['postgres', { url: 'mysql://127.0.0.1:1/a' }, /starts with mysql:\/\/, expected postgres:\/\/ or postgresql:/],
  ['mysql', { url: 'postgres://127.0.0.1:1/a' }, /expected mysql:/],
  ['mongodb', { url: 'http://127.0.0.1:1' }, /expected mongodb:/],
  ['ldap', { url: 'https://127.0.0.1:1', bindDN: 'dc=a' }, /expected ldap:/],
  ['prometheus', { url: 'tcp://127.0.0.1:1', query: 'up' }, /expected http:/],
  ['redis', { addr: 'https://127.0.0.1:1' }, /is not a Redis server address/],
])('a %s check does not connect to the address of another service', async (kind, spec, message) => {
  expect(await runCheckType(kind, spec)).toMatchObject({
    pass: false,
    message: expect.stringMatching(message) as string,
  })
})

describe('Prometheus check', () => {
  test('returns the series', async () => {
    const seen: (string | undefined)[] = []
    const url = await json((request) => {
      seen.push(request.url)
      const result = [
        { metric: { __name__: 'up', job: 'a' }, value: [1, '1'] },
        { metric: { job: 'b' }, value: [1, '+Inf'] },
      ]
      return { body: { status: 'success', data: { resultType: 'vector', result } } }
    })
    expect(await runCheckType('prometheus', { host: `${url}/base/`, query: 'up{job=~"a|b"}' })).toMatchObject({
      pass: true,
      message: '2 results, the first is 1',
      details: {
        count: 2,
        value: 1,
        results: [
          { __name__: 'up', job: 'a', value: 1 },
          { job: 'b', value: '+Inf' },
        ],
      },
    })
    expect(seen).toEqual(['/base/api/v1/query?query=up%7Bjob%3D~%22a%7Cb%22%7D'])
  })

  test("reports the server's error for an invalid query", async () => {
    const url = await json(() => ({
      code: 400,
      body: { status: 'error', errorType: 'bad_data', error: 'parse error: unclosed left brace' },
    }))
    expect(await runCheckType('prometheus', { url, query: 'up{' })).toMatchObject({
      pass: false,
      message: 'Expected code 200, got 400: parse error: unclosed left brace.',
    })
  })

  test('reports a server that is not Prometheus', async () => {
    const server = await using(
      startHttp((_request, response) => response.setHeader('content-type', 'text/html').end('<p>')),
    )
    expect(await runCheckType('prometheus', { url: `http://127.0.0.1:${server.port}`, query: 'up' })).toMatchObject({
      pass: false,
      message: 'Expected JSON, got code 200 with text/html.',
    })
  })
})

describe('Alertmanager check', () => {
  const alerts = [
    {
      labels: { alertname: 'DiskFull', severity: 'critical' },
      annotations: { summary: 'full' },
      startsAt: '2025-03-24T08:00:00Z',
      fingerprint: 'a',
    },
    {
      labels: { alertname: 'Watchdog', severity: 'none' },
      annotations: {},
      startsAt: '2025-03-24T08:00:00Z',
      fingerprint: 'b',
    },
  ]
  test.each([
    [{}, 'Expected no alerts, firing: DiskFull, Watchdog.'],
    [{ ignore: ['Watchdog'] }, 'Expected no alerts, firing: DiskFull.'],
    [{ alerts: 'Disk.*, Cpu.*' }, 'Expected no alerts, firing: DiskFull.'],
    [{ filters: { severity: 'crit.*' } }, 'Expected no alerts, firing: DiskFull.'],
    [{ exclude_filters: { severity: 'none' } }, 'Expected no alerts, firing: DiskFull.'],
    [{ filters: 'severity="critical"' }, 'Expected no alerts, firing: DiskFull.'],
    [{ filters: 'severity =~ "crit.*", alertname=Disk.*' }, 'Expected no alerts, firing: DiskFull.'],
    [{ exclude_filters: 'severity=none' }, 'Expected no alerts, firing: DiskFull.'],
  ])('names the firing alerts: %j', async (spec, message) => {
    const url = await json(() => ({ body: alerts }))
    expect(await runCheckType('alertManager', { host: url, ...spec })).toMatchObject({ pass: false, message })
  })

  test('leaves firing alerts to a transform', async () => {
    const url = await json(() => ({ body: alerts }))
    expect(await runCheckType('alertmanager', { url })).toMatchObject({
      pass: false,
      messageIfTransformed: `${alerts.length} alerts firing`,
    })
  })

  test('passes every alert to a transform', async () => {
    const many = Array.from({ length: 1_234 }, (_, at) => ({ labels: { alertname: `alert ${at}` } }))
    const url = await json(() => ({ body: many }))
    const { details } = await runCheckType('alertmanager', { url })
    expect(details?.['alerts']).toHaveLength(1_234)
  })

  test.each(['severity!=info', 'severity', 'severity!~"a"', 'a=b,=c'])('rejects the filter %s', async (filters) => {
    expect(await listSpecErrors('alertmanager', { url: 'x', filters })).toEqual([
      'filters: must be a map of labels and patterns, or label=value pairs separated by commas',
    ])
  })

  test('rejects invalid patterns', async () => {
    expect(await listSpecErrors('alertmanager', { url: 'x', ignore: ['('] })).toEqual([
      'ignore: Regular expression: "(" is not a valid regular expression: missing closing ): `(`.',
    ])
  })

  test('passes when none of the selected alerts is firing', async () => {
    const url = await json(() => ({ body: alerts }))
    expect(await runCheckType('alertmanager', { url, alerts: ['Cpu'] })).toEqual({
      pass: true,
      message: 'No alerts firing',
      details: { count: 0, alerts: [] },
    })
  })
})

/** pkt-line of git's protocol, prefixed with its own length. */
const line = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`

describe('git check', () => {
  test('lists branches and tags', async () => {
    const commit = 'a'.repeat(40)
    const body = `${line('# service=git-upload-pack\n')}0000${line(`${commit} HEAD\0multi_ack symref=HEAD:refs/heads/main\n`)}${line(`${commit} refs/heads/main\n`)}0000`
    const server = await using(
      startHttp((request, response) =>
        response.writeHead(request.url?.startsWith('/repo.git/info/refs') === true ? 200 : 404).end(body),
      ),
    )
    expect(await runCheckType('gitProtocol', { repository: `http://127.0.0.1:${server.port}/repo.git` })).toMatchObject(
      {
        pass: true,
        details: {
          count: 2,
          head: commit,
          refs: [
            { name: 'HEAD', commit },
            { name: 'refs/heads/main', commit },
          ],
        },
      },
    )
    expect(
      await runCheckType('gitProtocol', { repository: `http://127.0.0.1:${server.port}/other.git` }),
    ).toMatchObject({
      pass: false,
      message: 'Cannot read the repository: the server responded with 404.',
    })
  })
})
