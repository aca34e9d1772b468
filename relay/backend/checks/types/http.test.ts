import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Duration } from '#relay/backend/templates/duration.ts'
import { certificateFor } from '#relay/testing/certificate.ts'
import { formatEndpoint, listSpecErrors, runCheckType } from './testing/run-check-type.ts'
import { closedPort, startHttp, startHttps, startTcp, type TestServer } from '#relay/testing/servers.ts'

const open: TestServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})
const readSource = (source: unknown) => z.looseObject({ value: z.string().optional() }).parse(source)
const serve = async (listener: RequestListener, host?: string): Promise<string> => {
  const server = await startHttp(listener, host)
  open.push(server)
  return `http://${host === '::1' ? '[::1]' : '127.0.0.1'}:${server.port}`
}
const serveTls = async (certificate: ReturnType<typeof certificateFor>, host = 'localhost'): Promise<string> => {
  const server = await startHttps(certificate, (_request, response) => response.end('secure'))
  open.push(server)
  return `https://${host}:${server.port}`
}
const answering =
  (code: number, body: string | Buffer = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(code, headers).end(body)
  }
const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
/** `printf fine | zstd` */
const zstd = Buffer.from('28b52ffd200421000066696e65', 'hex')
const echo: RequestListener = (request, response) => {
  void readText(request).then((body) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
  })
}
const runAndGetMessage = async (spec: Record<string, unknown>): Promise<string> =>
  (await runCheckType('http', spec)).message
const echoed = (details: Record<string, unknown> | undefined) =>
  details?.['json'] as { method: string; url: string; headers: Record<string, string>; body: string }

describe('HTTP check', () => {
  test('passes on a 2xx code and reports the response', async () => {
    const url = await serve(answering(201, '{"a":1}', { 'content-type': 'application/json' }))
    const result = await runCheckType('http', { url })
    expect(result).toMatchObject({
      pass: true,
      details: {
        code: 201,
        content: '{"a":1}',
        json: { a: 1 },
        headers: { 'Content-Type': 'application/json' },
        redirects: [],
      },
    })
    expect(result.message).toMatch(/^201 in \d+ ms$/)
    expect(result.details?.['elapsed']).toBeInstanceOf(Duration)
  })

  test.each([
    ['one\ntwo', true],
    ['one\r\ntwo\n', true],
    ['one two', false],
  ])('finds lines of a body with either line break: %j is %j', async (responseContent, pass) => {
    const url = await serve(answering(200, 'zero\r\none\r\ntwo\r\n'))
    expect(await runCheckType('http', { url, responseContent })).toMatchObject({ pass })
  })

  test.each([
    [{}, 'Expected a 2xx code, got 500.'],
    [{ responseCodes: [200, 204] }, 'Expected code 200 or 204, got 500.'],
    [{ responseCodes: [500], responseContent: 'fine' }, 'Body does not contain "fine".'],
    [
      { responseCodes: [500], responseJSONContent: { path: '$.status.up', value: 'true' } },
      'Expected $.status.up to be "true", got false.',
    ],
    [
      { responseCodes: [500], responseJSONContent: { path: '$.none', value: 'x' } },
      'Expected $.none to be "x", but it does not exist.',
    ],
  ])('reports the expected and the actual value: %j', async (spec, message) => {
    const url = await serve(answering(500, '{"status":{"up":false}}'))
    expect(await runCheckType('http', { url, ...spec })).toMatchObject({ pass: false, message })
  })

  test('lets a test override only the default rule', async () => {
    const url = await serve(answering(404, 'gone'))
    expect(await runCheckType('http', { url })).toMatchObject({
      pass: false,
      message: 'Expected a 2xx code, got 404.',
      messageIfTestPasses: expect.stringMatching(/^404 in \d+ ms$/) as string,
    })
    expect(await runCheckType('http', { url, responseCodes: [200] })).not.toHaveProperty('messageIfTestPasses')
    expect(await runCheckType('http', { url, responseContent: 'here' })).not.toHaveProperty('messageIfTestPasses')
  })

  test('accepts the configured codes, content and JSON value', async () => {
    const url = await serve(answering(503, '{"status":{"up":true}}'))
    const wanted = {
      responseCodes: [503],
      responseContent: 'up',
      responseJSONContent: { path: '$.status.up', value: 'true' },
    }
    expect(await runCheckType('http', { url, ...wanted })).toMatchObject({ pass: true })
  })

  test('fills variables into the address, headers and the body, and masks those from elsewhere only', async () => {
    const url = await serve(echo)
    const result = await runCheckType(
      'http',
      {
        url: `${url}/$(STAGE)?in={{.canary.name}}`,
        method: 'POST',
        body: '{"stage": "$(STAGE)", "token": "$(TOKEN)", "other": "$(OTHER)", "braces": "{{.STAGE}}"}',
        env: [
          { name: 'STAGE', value: 'production' },
          { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } },
        ],
        headers: [{ name: 'X-Stage', value: '$(STAGE)' }],
      },
      {
        about: { canary: { name: 'shop' } },
        resolveSecret: async (source) => readSource(source).value ?? 't0ken-9',
      },
    )
    expect(echoed(result.details)).toMatchObject({
      url: '/production?in=shop',
      body: '{"stage": "production", "token": "***", "other": "$(OTHER)", "braces": "{{.STAGE}}"}',
      headers: { 'x-stage': 'production' },
    })
  })

  test('fills variables into the login, but not into secrets from elsewhere', async () => {
    const logins: string[] = []
    const url = await serve((request, response) => {
      logins.push(Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString())
      response.end()
    })
    const valueFrom = { secretKeyRef: { name: 'shop', key: 'password' } }
    for (const password of [{ value: 'x-$(STAFF)' }, { valueFrom }])
      await runCheckType(
        'http',
        { url, env: [{ name: 'STAFF', value: 'shop-7' }], username: { value: '$(STAFF)' }, password },
        { resolveSecret: async (source) => readSource(source).value ?? 'raw $(STAFF)' },
      )
    expect(logins).toEqual(['shop-7:x-shop-7', 'shop-7:raw $(STAFF)'])
  })

  test('sends method, headers, body and credentials, and never shows secrets', async () => {
    const url = await serve(echo)
    const result = await runCheckType('http', {
      url: `${url}/path?q=1`,
      method: 'POST',
      body: 'hello $(.name)',
      templateBody: true,
      env: [{ name: 'name', value: 'reader' }],
      headers: [
        { name: 'X-Plain', value: 'shown' },
        { name: 'X-Api-Key', value: 'hunter22' },
      ],
      username: { value: 'ann' },
      password: { value: 'pa55word' },
    })
    expect(echoed(result.details)).toMatchObject({
      method: 'POST',
      url: '/path?q=1',
      body: 'hello reader',
      headers: { 'x-plain': 'shown', 'x-api-key': '***', authorization: 'Basic ***' },
    })
    expect(JSON.stringify(result)).not.toMatch(/hunter22|pa55word|YW5uOnBhNTV3b3Jk/)
  })

  test('removes user and password from the URL and shows neither', async () => {
    const url = (await serve(echo)).replace('http://', 'http://ann:pa55word@')
    const result = await runCheckType('http', { url })
    expect(echoed(result.details).headers['authorization']).toBe('Basic ***')
    expect(JSON.stringify(result)).not.toContain('pa55word')
    expect(formatEndpoint('http', { url: `${url}/x?token=abc#y` })).toBe(`${url.replace('ann:pa55word@', '')}/x`)
  })

  test('gets a token by client credentials, and reports when it cannot', async () => {
    const seen: string[] = []
    const tokens = await serve((request, response) => {
      void readText(request).then((body) => {
        seen.push(`${request.headers.authorization} ${body}`)
        response.writeHead(request.url === '/token' ? 200 : 401).end('{"access_token":"t0ken-value"}')
      })
    })
    const url = await serve(echo)
    const login = { username: { value: 'id' }, password: { value: 'secret' } }
    const result = await runCheckType('http', {
      url,
      ...login,
      env: [{ name: 'REALM', value: 'token' }],
      oauth2: { tokenURL: `${tokens}/$(REALM)`, scope: ['a', 'b'], params: { audience: '$(REALM)' } },
    })
    expect(echoed(result.details).headers['authorization']).toBe('Bearer ***')
    expect(seen).toEqual([
      `Basic ${Buffer.from('id:secret').toString('base64')} grant_type=client_credentials&audience=token&scope=a+b`,
    ])
    await runCheckType('http', { url: tokens, bearer: { value: 'b34rer-value' } })
    expect(seen.pop()).toBe('Bearer b34rer-value ')
    expect(await runCheckType('http', { url, ...login, oauth2: { tokenURL: `${tokens}/other` } })).toMatchObject({
      pass: false,
      message: 'Token request failed: the server returned 401.',
    })
  })

  test('follows and reports redirects, and does not send the password to other origins', async () => {
    const other = await serve(echo)
    const url = await serve((_request, response: ServerResponse) =>
      response.writeHead(302, { location: `${other}/there?x=1` }).end(),
    )
    const login = { username: { value: 'ann' }, password: { value: 'pa55word' } }
    const result = await runCheckType('http', { url, ...login, headers: [{ name: 'Host', value: 'shop.test' }] })
    expect(result.message).toMatch(/^200 in \d+ ms after 1 redirect to http:\/\/127\.0\.0\.1:\d+\/there$/)
    expect(echoed(result.details).headers['authorization']).toBeUndefined()
    expect(echoed(result.details).headers['host']).toBe(new URL(other).host)
  })

  test('does not follow a redirect that is the expected response', async () => {
    const url = await serve(answering(301, '', { location: '/elsewhere' }))
    expect(await runCheckType('http', { url, responseCodes: [301] })).toMatchObject({
      pass: true,
      details: { code: 301 },
    })
  })

  test('stops at endless redirects', async () => {
    const url = await serve((request, response) => response.writeHead(302, { location: `${request.url}x` }).end())
    expect(await runCheckType('http', { url })).toMatchObject({
      pass: false,
      message: expect.stringMatching(
        /^More than 10 redirects, the last to http:\/\/127\.0\.0\.1:\d+\/x{11}\.$/,
      ) as string,
    })
  })

  test('reports the TLS error', async () => {
    const day = 86_400_000
    const expired = await serveTls(
      certificateFor({ to: new Date(Date.UTC(2020, 0, 2)), from: new Date(Date.UTC(2019, 0, 1)) }),
    )
    const other = await serveTls(certificateFor({ names: ['other.example'] }))
    const own = await serveTls(certificateFor())
    const plain = (await serve(answering(200))).replace('http:', 'https:')
    const authority = certificateFor({ names: ['authority'] })
    const signed = await serveTls(certificateFor({ issuer: authority, to: new Date(Date.now() + 5.5 * day) }))
    const misnamed = await serveTls(certificateFor({ names: ['other.example'], issuer: authority }))
    const ca = { value: authority.cert }
    expect(await runAndGetMessage({ url: expired, tlsConfig: { ca } })).toMatch(/^localhost: The TLS certificate /)
    expect(await runAndGetMessage({ url: other })).toBe('localhost: The TLS certificate is self-signed.')
    expect(await runAndGetMessage({ url: own })).toBe('localhost: The TLS certificate is self-signed.')
    expect(await runAndGetMessage({ url: plain })).toMatch(/The server does not speak TLS on this port\.$/)
    expect(await runAndGetMessage({ url: signed })).toMatch(
      /^localhost: The TLS certificate (?:cannot be verified|was issued by an authority)/,
    )
    expect(await runAndGetMessage({ url: signed, tlsConfig: { ca } })).toMatch(/^200 in/)
    expect(await runAndGetMessage({ url: misnamed, tlsConfig: { ca } })).toBe(
      'localhost: The TLS certificate is for another host name: it was issued for DNS:other.example.',
    )
    expect(await runAndGetMessage({ url: own, tlsConfig: { insecureSkipVerify: true } })).toMatch(/^200 in/)
    expect(await runAndGetMessage({ url: signed, tlsConfig: { ca }, maxSSLExpiry: 3 })).toMatch(/^200 in/)
    expect(await runAndGetMessage({ url: signed, tlsConfig: { ca }, maxSSLExpiry: 7 })).toBe(
      'Expected the TLS certificate to be valid for 7 more days, but it expires in 5.',
    )
  })

  test('reports the day on which a trusted certificate expired', async () => {
    const authority = certificateFor({ names: ['authority'] })
    const url = await serveTls(
      certificateFor({ issuer: authority, to: new Date(Date.UTC(2020, 0, 2)), from: new Date(Date.UTC(2019, 0, 1)) }),
    )
    expect(await runCheckType('http', { url, tlsConfig: { ca: { value: authority.cert } } })).toMatchObject({
      pass: false,
      message: 'localhost: The TLS certificate expired on 2020-01-02.',
    })
  })

  test('reads at most a few megabytes of an endless body', async () => {
    const chunk = Buffer.alloc(256 * 1024, 'x')
    let sent = 0
    const url = await serve((_request, response) => {
      const more = (): void => {
        while (sent < 100 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const result = await runCheckType('http', { url, responseContent: 'y' })
    expect(result).toMatchObject({
      pass: false,
      message: `The first ${16 * 1024 * 1024} characters of the body do not contain "y".`,
    })
    expect(String(result.details?.['content']).length).toBe(4 * 1024 * 1024)
    expect(sent).toBeLessThan(40 * 1024 * 1024)
  })

  test('decompresses bodies, and a zip bomb only up to the limit', async () => {
    const text = await serve(answering(200, gzipSync('packed text'), { 'content-encoding': 'gzip' }))
    expect(await runCheckType('http', { url: text, responseContent: 'packed text' })).toMatchObject({ pass: true })
    const bomb = await serve(answering(200, gzipSync(Buffer.alloc(40 * 1024 * 1024)), { 'content-encoding': 'gzip' }))
    const result = await runCheckType('http', { url: bomb })
    expect(result).toMatchObject({ pass: true })
    expect(String(result.details?.['content']).length).toBe(4 * 1024 * 1024)
    const packed = { gzip: gzipSync('fine'), deflate: deflateSync('fine'), br: brotliCompressSync('fine'), zstd }
    for (const [coding, body] of Object.entries(packed)) {
      const short = await serve(answering(200, body.subarray(0, -2), { 'content-encoding': coding }))
      expect(await runAndGetMessage({ url: short })).toMatch(
        /: The (?:compressed response is truncated|response cannot be decompressed)\.$/,
      )
    }
    const broken = await serve(answering(200, 'no gzip', { 'content-encoding': 'gzip' }))
    expect(await runAndGetMessage({ url: broken })).toMatch(/: The response cannot be decompressed\.$/)
  })

  test.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
    ['GET', 200],
  ])('a response to %s with code %d has an encoding and no body', async (method, code) => {
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, br', 'x-unknown']) {
      const url = await serve(answering(code, '', { 'content-encoding': encoding }))
      expect(await runCheckType('http', { url, method, responseCodes: [code] })).toMatchObject({
        pass: true,
        details: { content: '' },
      })
    }
  })

  test.each([
    ['deflate', deflateSync('fine')],
    ['deflate', deflateRawSync('fine')],
    ['Deflate', deflateRawSync('fine'.repeat(1_000))],
    ['br', brotliCompressSync('fine')],
    ['deflate, gzip', gzipSync(deflateRawSync('fine'))],
    ['br, identity, , gzip', gzipSync(brotliCompressSync('fine'))],
    ['zstd', zstd],
    ['zstd', Buffer.concat([zstd, zstd])],
    ['zstd, gzip', gzipSync(zstd)],
  ])('decodes %s %j', async (encoding, body) => {
    const url = await serve(answering(200, body, { 'content-encoding': encoding }))
    expect(await runCheckType('http', { url, responseContent: 'fine' })).toMatchObject({ pass: true })
  })

  test('times out when the server hangs, drips or stops in the middle', async () => {
    const hanging = await startTcp(() => undefined)
    const unresponsive = await startTcp((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab'))
    const dripping = await startTcp((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 200 OK\r\nx: '.charAt(socket.bytesWritten % 18)), 20)
      socket.once('close', () => clearInterval(timer))
    })
    for (const server of [hanging, unresponsive, dripping]) {
      open.push(server)
      const result = await runCheckType('http', { url: `http://127.0.0.1:${server.port}/` }, { timeoutMs: 150 })
      expect(result).toEqual({ pass: false, message: 'No response within 150 ms.' })
      await vi.waitFor(() => expect(server.connections()).toBe(0))
    }
  })

  test('applies the timeout of the check to the TLS handshake', async () => {
    const unresponsive = await startTcp(() => undefined)
    open.push(unresponsive)
    expect(
      await runAndGetMessage({ url: `https://127.0.0.1:${unresponsive.port}/`, tlsConfig: { handshakeTimeout: '1s' } }),
    ).toMatch(/: Connection timed out\.$/)
  })

  test('stops at once when aborted, and leaves no connection', async () => {
    const server = await startTcp(() => undefined)
    open.push(server)
    const stop = new AbortController()
    const running = runCheckType('http', { url: `http://127.0.0.1:${server.port}/` }, { signal: stop.signal })
    await vi.waitFor(() => expect(server.connections()).toBe(1))
    stop.abort()
    expect(await running).toEqual({ pass: false, message: 'The check was stopped before it finished.' })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })

  test('reports the network error', async () => {
    const reset = await startTcp((socket) => socket.resetAndDestroy())
    const short = await startTcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab'))
    const noise = await startTcp((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
    open.push(reset, short, noise)
    expect(await runAndGetMessage({ url: `http://127.0.0.1:${await closedPort()}/` })).toMatch(
      /: Connection refused\.$/,
    )
    expect(await runAndGetMessage({ url: `http://127.0.0.1:${reset.port}/` })).toMatch(
      /: (?:Connection reset by the server|The server closed the connection)/,
    )
    expect(await runAndGetMessage({ url: `http://127.0.0.1:${short.port}/` })).toMatch(
      /: The server closed the connection before the response was complete\.$/,
    )
    expect(await runAndGetMessage({ url: `http://127.0.0.1:${noise.port}/` })).toMatch(
      /: The server does not speak HTTP\.$/,
    )
    expect(await runAndGetMessage({ url: 'http://does-not-exist.invalid/' })).toBe(
      'http://does-not-exist.invalid/: The host name does not exist.',
    )
  })

  test.each([
    ['/\u00fcbersicht', 'utf8', '/%C3%BCbersicht'],
    ['/\u00fcbersicht', 'latin1', '/%C3%BCbersicht'],
    ['/%C3%BCbersicht?q=a%20b', 'utf8', '/%C3%BCbersicht?q=a%20b'],
    ['/\u6982\u8981?q=\u00e9', 'utf8', '/%E6%A6%82%E8%A6%81?q=%C3%A9'],
  ] as const)('follows a redirect to %j sent as %s', async (location, encoding, requested) => {
    const paths: string[] = []
    const url = await serve((request, response) => {
      paths.push(request.url ?? '')
      const isFirst = request.url === '/'
      const header = Buffer.from(location, encoding).toString('latin1')
      response.writeHead(isFirst ? 302 : 200, isFirst ? { location: header } : {}).end()
    })
    expect(await runCheckType('http', { url })).toMatchObject({ pass: true })
    expect(paths).toEqual(['/', requested])
  })

  test.each([
    [0, 302, []],
    [1, 302, ['/1']],
    [2, 200, ['/1', '/2']],
  ])('with maxRedirects: %d it judges the response with code %d', async (maxRedirects, code, followed) => {
    const url = await serve((request, response) => {
      const step = Number((request.url ?? '').slice(1) || '0')
      response.writeHead(step < 2 ? 302 : 200, step < 2 ? { location: `/${step + 1}` } : {}).end()
    })
    expect(await runCheckType('http', { url, maxRedirects, responseCodes: [code] })).toMatchObject({
      pass: true,
      details: { code, redirects: followed.map((path) => `${url}${path}`) },
    })
  })

  test.each([
    ['{}', '$.gone', 'null', 'Expected $.gone to be "null", but it does not exist.'],
    ['{}', '$..gone', '', 'Expected $..gone to be "", but it does not exist.'],
    ['{"gone":null}', '$.gone', 'x', 'Expected $.gone to be "x", got null.'],
    ['[{"a":1},{"a":2}]', '$[?@.a==3].a', '[]', 'Expected $[?@.a==3].a to be "[]", but it does not exist.'],
    ['[{"a":1},{"a":2}]', '$[*].a', '3', 'Expected $[*].a to be "3", got [1,2].'],
  ])('in %s, %s is not %j', async (body, path, value, message) => {
    const url = await serve(answering(200, body))
    expect(await runCheckType('http', { url, responseJSONContent: { path, value } })).toMatchObject({
      pass: false,
      message,
    })
  })

  test('a null equals "null", and any response code can be expected', async () => {
    const url = await serve(answering(999, '{"gone":null}'))
    const spec = { url, responseCodes: [1, 999], responseJSONContent: { path: '$.gone', value: 'null' } }
    expect(await runCheckType('http', spec)).toMatchObject({ pass: true })
  })

  test('reaches IPv6 addresses', async () => {
    const url = await serve(answering(200), '::1')
    expect(await runCheckType('http', { url })).toMatchObject({ pass: true })
  })

  test('fails when slower than its threshold', async () => {
    const url = await serve((_request, response) => void setTimeout(() => response.end(), 30))
    expect(await runCheckType('http', { url, thresholdMillis: 5 })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/^Expected a response within 5 ms, but it took \d+ ms\.$/) as string,
    })
  })

  test('uses the connection for values that the check does not set', async () => {
    const url = await serve(echo)
    const resolveConnection = async () => ({
      url,
      username: 'ann',
      password: 'pa55word',
      insecureTls: false,
      properties: {},
      secrets: ['pa55word'],
    })
    const result = await runCheckType('http', { connection: 'connection://http/one' }, { resolveConnection })
    expect(echoed(result.details).headers['authorization']).toBe('Basic ***')
    expect(await runCheckType('http', { connection: 'connection://http/one' })).toMatchObject({
      pass: false,
      message: 'connection://http/one cannot be used here. Set url, username and password in the check.',
    })
  })

  test.each([
    [{}, ['url: required']],
    [{ url: 'http://x', thresholdMilis: 1 }, ['thresholdMilis: unknown field (did you mean "thresholdMillis"?)']],
    [
      { url: 'http://x', headers: [{ name: 'a', valeu: 1 }] },
      ['headers[0].valeu: unknown field (did you mean "value"?)'],
    ],
    [{ url: 'http://x', responseCodes: 200 }, ['responseCodes: must be a list, got the number 200']],
    [{ url: 'http://x', maxSSLExpiry: -1 }, ['maxSSLExpiry: must be at least 0']],
    [{ url: 'http://x', ntlm: 'yes' }, ['ntlm: must be true or false']],
    [
      { url: 'http://x', awsSigV4: { accessKey: 'a' } },
      ['awsSigV4.secretKey: requires accessKey: set both or neither'],
    ],
    [
      { url: 'http://x', responseJSONContent: { path: '$.a[', value: '1' } },
      [expect.stringMatching(/^responseJSONContent\.path: JSONPath, line 1, column \d+: /) as string],
    ],
    [
      { url: 'http://x', body: '{{ .a', templateBody: true },
      ['body: Go template, line 1, column 3: Missing }} at the end of this action.'],
    ],
    [{ url: 'http://x', body: '{{ .a' }, []],
    [{ url: 'http://x', thresholdMillis: null, responseContent: '' }, []],
    [
      { url: 'http://x', tlsConfig: { handshakeTimeout: 'soon' } },
      ['tlsConfig.handshakeTimeout: must be a duration such as 10s, or a number of seconds'],
    ],
    [{ url: 'http://x', password: [1] }, ['password: must be a string, {value} or {valueFrom}']],
  ])('reports the errors of %j', async (spec, errors) => {
    expect(await listSpecErrors('http', spec)).toEqual(errors)
  })
})
