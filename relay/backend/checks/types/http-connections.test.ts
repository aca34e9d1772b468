import type { RequestListener } from 'node:http'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { certificateFor } from '#relay/testing/certificate.ts'
import { runCheckType } from './testing/run-check-type.ts'
import { startHttp, startHttps, startTcp } from '#relay/testing/servers.ts'

const day = 86_400_000
const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})
const serve = async (listener: RequestListener): Promise<string> => {
  const server = await startHttp(listener)
  open.push(server)
  return `http://127.0.0.1:${server.port}`
}
const serveTls = async (
  certificate: Parameters<typeof startHttps>[0],
  listener: RequestListener = (_request, response) => response.end('secure'),
): Promise<string> => {
  const server = await startHttps(certificate, listener)
  open.push(server)
  return `https://localhost:${server.port}`
}
const serveHttp2 = async (): Promise<string> => {
  const { cert, key } = certificateFor()
  const server: Http2SecureServer = createSecureServer({ cert, key })
  server.on('stream', (stream, headers) => {
    stream.respond({ ':status': headers[':path'] === '/gone' ? 404 : 200, 'content-type': 'application/json' })
    stream.end(headers[':method'] === 'HEAD' ? undefined : '{"version":2}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push({
    close: async () => {
      server.close()
      await once(server, 'close')
    },
  })
  return `https://localhost:${(server.address() as AddressInfo).port}`
}
const signIn: RequestListener = (request, response) => {
  const { cookie = '' } = request.headers
  if (request.url === '/') {
    const cookies = ['session=a1; Path=/; HttpOnly', 'other=b2; Path=/elsewhere', 'secure=c3; Secure']
    return response.writeHead(302, { location: '/home', 'set-cookie': cookies }).end()
  }
  return response.writeHead(/(?:^|; )session=a1(?:;|$)/.test(cookie) ? 200 : 401).end(cookie)
}

const serveText = async (body: string) => serve((_request, response) => response.end(body))
const inDays = (days: number): Date => new Date(Date.now() + (days + 0.5) * day)

const authority = certificateFor({ names: ['authority'], to: inDays(900) })
const ca = { value: authority.cert }

describe('maxSSLExpiry', () => {
  test('counts the certificates between the server and its authority', async () => {
    const between = certificateFor({ names: ['between'], issuer: authority, to: inDays(5) })
    const leaf = certificateFor({ issuer: between, to: inDays(80) })
    const url = await serveTls({ key: leaf.key, cert: leaf.cert + between.cert })
    const spec = { url, tlsConfig: { ca } }
    expect(await runCheckType('http', { ...spec, maxSSLExpiry: 5 })).toMatchObject({ pass: true })
    expect(await runCheckType('http', { ...spec, maxSSLExpiry: 7 })).toMatchObject({
      pass: false,
      message: 'Expected the TLS certificates to be valid for 7 more days, but that of "between" expires in 5.',
    })
  })

  test('counts the authority', async () => {
    const soon = certificateFor({ names: ['soon'], to: inDays(3) })
    const url = await serveTls(certificateFor({ issuer: soon, to: inDays(80) }))
    expect(await runCheckType('http', { url, tlsConfig: { ca: { value: soon.cert } }, maxSSLExpiry: 7 })).toMatchObject(
      {
        pass: false,
        message: 'Expected the TLS certificates to be valid for 7 more days, but that of "soon" expires in 3.',
      },
    )
  })

  test.each([
    [2, 80],
    [80, 2],
  ])('counts every host of a redirect chain: %d and %d days', async (first, second) => {
    const last = await serveTls(certificateFor({ issuer: authority, to: inDays(second) }))
    const url = await serveTls(certificateFor({ issuer: authority, to: inDays(first) }), (_request, response) =>
      response.writeHead(302, { location: last }).end(),
    )
    expect(await runCheckType('http', { url, tlsConfig: { ca }, maxSSLExpiry: 7 })).toMatchObject({
      pass: false,
      message: `Expected the TLS certificate of localhost to be valid for 7 more days, but it expires in 2 after 1 redirect to ${last}/.`,
    })
  })

  test('counts a host that redirects to plain HTTP', async () => {
    const last = await serve((_request, response) => response.end())
    const url = await serveTls(certificateFor({ issuer: authority, to: inDays(2) }), (_request, response) =>
      response.writeHead(302, { location: last }).end(),
    )
    expect(await runCheckType('http', { url, tlsConfig: { ca }, maxSSLExpiry: 7 })).toMatchObject({ pass: false })
  })

  test('reports a certificate that has expired without being verified', async () => {
    const url = await serveTls(certificateFor({ to: new Date(Date.now() - 2 * day) }))
    const spec = { url, tlsConfig: { insecureSkipVerify: true }, maxSSLExpiry: 7 }
    expect(await runCheckType('http', spec)).toMatchObject({
      pass: false,
      message: 'Expected the TLS certificate to be valid for 7 more days, but it has expired.',
    })
  })
})

describe('HTTP/2', () => {
  const tlsConfig = { insecureSkipVerify: true }

  test.each(['GET', 'HEAD', 'POST'])('%s reaches a server that speaks nothing else', async (method) => {
    const url = await serveHttp2()
    expect(await runCheckType('http', { url, method, tlsConfig })).toMatchObject({
      pass: true,
      details: { code: 200, content: method === 'HEAD' ? '' : '{"version":2}' },
    })
    expect(await runCheckType('http', { url: `${url}/gone`, method, tlsConfig })).toMatchObject({
      pass: false,
      message: 'Expected a 2xx code, got 404.',
    })
  })
})

describe('timings', () => {
  test('are recorded for each phase', async () => {
    const url = await serveTls(certificateFor())
    const { details } = await runCheckType('http', { url, tlsConfig: { insecureSkipVerify: true } })
    const timings = details?.['timings'] as Record<string, number>
    expect(Object.keys(timings)).toEqual(['dns', 'connect', 'tls', 'firstByte', 'transfer'])
    expect(timings['dns']).toBeGreaterThan(0)
    expect(timings['tls']).toBeGreaterThan(0)
    expect(timings['firstByte']).toBeGreaterThan(0)
  })

  test('have no lookup of an address and no TLS of plain HTTP', async () => {
    const url = await serve((_request, response) => response.end())
    const { details } = await runCheckType('http', { url })
    expect(details?.['timings']).toMatchObject({ dns: 0, tls: 0 })
  })
})

describe('cookies', () => {
  test('are sent after a redirect where asked for', async () => {
    const url = await serve(signIn)
    expect(await runCheckType('http', { url })).toMatchObject({ pass: false })
    expect(await runCheckType('http', { url, sendCookies: false })).toMatchObject({ pass: false })
    expect(await runCheckType('http', { url, sendCookies: true })).toMatchObject({
      pass: true,
      details: { content: 'session=a1' },
    })
  })

  test('are added to those of the check, and not sent to other hosts', async () => {
    const url = await serve(signIn)
    const headers = [{ name: 'Cookie', value: 'lang=de' }]
    expect(await runCheckType('http', { url, headers, sendCookies: true })).toMatchObject({ pass: true })
    const elsewhere = await serve((request, response) => response.end(request.headers.cookie ?? 'none'))
    const redirecting = await serve((_request, response) =>
      response
        .writeHead(302, { location: elsewhere.replace('127.0.0.1', 'localhost'), 'set-cookie': 'session=a1' })
        .end(),
    )
    expect(await runCheckType('http', { url: redirecting, headers, sendCookies: true })).toMatchObject({
      details: { content: 'none' },
    })
  })
})

describe('large and odd bodies', () => {
  const filler = Buffer.alloc(10 * 1024 * 1024, 'x')

  test('are matched up to 16 MB', async () => {
    const url = await serve((_request, response) => {
      response.write(filler)
      response.end('the end')
    })
    const result = await runCheckType('http', { url, responseContent: 'the end' })
    expect(result).toMatchObject({ pass: true })
    expect(String(result.details?.['content'])).toHaveLength(4 * 1024 * 1024)
  })

  test('are read as JSON within the limits of expressions', async () => {
    const responseJSONContent = { path: '$.state', value: 'up' }
    const large = await serveText(`{"filler":"${filler.toString('latin1', 0, 7_900_000)}","state":"up"}`)
    expect(await runCheckType('http', { url: large, responseJSONContent })).toMatchObject({ pass: true })
    const many = await serveText(`{"filler":[${'1,'.repeat(300_000)}1],"state":"up"}`)
    expect(await runCheckType('http', { url: many, responseJSONContent })).toMatchObject({
      pass: false,
      message: 'The body is too large to be read as JSON: The JSON has more than 200000 values.',
    })
  })

  test.each([
    ['$.o', '{"id":9007199254740993}', true],
    ['$.o', '{"id":9007199254740992}', false],
    ['$.l', '[1,9007199254740993]', true],
    ['$.l', '1,9007199254740993', false],
    ['$.l[1]', '9007199254740993', true],
    ['$.l[1]', '9007199254740992', false],
  ])('%s equals %s: %j', async (path, value, pass) => {
    const url = await serve((_request, response) =>
      response.end('{"o":{"id":9007199254740993},"l":[1,9007199254740993]}'),
    )
    expect(await runCheckType('http', { url, responseJSONContent: { path, value } })).toMatchObject({ pass })
  })

  test.each(['content-length: 100', 'transfer-encoding: chunked', 'x-length: unknown'])(
    'fail when the connection is reset in the middle: %s',
    async (header) => {
      let client: Socket | undefined
      const onConnected = (message: unknown): void => {
        client = (message as { socket: Socket }).socket
      }
      subscribe('undici:client:connected', onConnected)
      const body = header.includes('chunked') ? '4\r\nfine\r\n' : 'fine'
      const response = `HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`
      const server = await startTcp((socket) => {
        socket.once('data', () => socket.write(response))
        // A reset that arrives together with data is read as the end.
        void vi.waitFor(() => expect(client?.bytesRead).toBe(response.length)).then(() => socket.resetAndDestroy())
      })
      open.push(server)
      try {
        expect(await runCheckType('http', { url: `http://127.0.0.1:${server.port}/` })).toMatchObject({ pass: false })
      } finally {
        unsubscribe('undici:client:connected', onConnected)
      }
    },
  )
})
