import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatCurl, type SentRequest } from '#shared/health/curl.ts'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { certificateFor } from '#relay/testing/certificate.ts'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startHttp, startHttps, startTcp, type TestServer } from '#relay/testing/servers.ts'
import { charsets, encodings } from '#tests/fixtures/hostile-http/bodies.ts'
import { framing } from '#tests/fixtures/hostile-http/framing.ts'
import type { HostileRow } from '#tests/fixtures/hostile-http/hostile-row.ts'
import { redirects } from '#tests/fixtures/hostile-http/redirects.ts'
import { startHostileServer } from '#tests/fixtures/hostile-http/server.ts'
import { findProgram } from '#tests/setup/find-program.ts'
import { chromiumPath } from '#tests/setup/programs.ts'

const run = promisify(execFile)
const curl = findProgram(['curl'])
let folder: string
/** Versions differ in what they accept: the rows state what 7.88 does. */
let isRecordedCurl = false
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-http-'))
  if (curl !== undefined) isRecordedCurl = (await run(curl, ['--version'])).stdout.startsWith('curl 7.88.')
})
afterAll(async () => rm(folder, { recursive: true }))

/** The text that curl reads, or null when it fails. Without the recorded version, what the row states. */
const readByCurl = async (
  url: string,
  recorded: string | null,
  options: readonly string[] = [],
): Promise<string | null> => {
  if (curl === undefined || !isRecordedCurl) return recorded
  const file = join(folder, 'body')
  await writeFile(file, '')
  const usual = ['--silent', '--location', '--compressed', '--max-redirs', '10', '--max-time', '30', '--cookie', '']
  try {
    await run(curl, [...usual, ...options, '--output', file, url])
  } catch {
    return null
  }
  return options.includes('--head') ? '' : readFile(file, 'utf8')
}

/** The text that Chromium reads by XMLHttpRequest from a page of the same server, or null when it fails. */
const readByChromium = async (browser: Browser, url: string, method: string): Promise<string | null> => {
  // Each row needs its own cookies and connections.
  const page = await browser.newPage()
  try {
    await page.goto(new URL('/', url).href)
    return await page.evaluate(
      async ([address, verb]) =>
        new Promise<string | null>((resolve) => {
          const request = new XMLHttpRequest()
          request.open(verb, address)
          request.timeout = 10_000
          request.addEventListener('load', () => resolve(request.responseText))
          for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, () => resolve(null))
          request.send()
        }),
      [url, method] as const,
    )
  } finally {
    await page.close()
  }
}

const toOutcome = ({ pass, message, details }: CheckResult) =>
  pass ? { code: details?.['code'], content: details?.['content'] } : { message }

const toExpected = ({ check, code = 200 }: Pick<HostileRow, 'check' | 'code'>) =>
  typeof check === 'string' ? { code, content: check } : { message: expect.stringMatching(check) as string }

const toText = (check: string | RegExp): string | null => (typeof check === 'string' ? check : null)

const both = (check: string | RegExp) => ({ result: toExpected({ check }), curl: toText(check) })

const rows = [...encodings, ...charsets, ...framing, ...redirects]

describe('a hostile HTTP server', () => {
  let server: Awaited<ReturnType<typeof startHostileServer>>
  let browser: Browser
  /** As for curl. */
  let isRecordedChromium = false
  beforeAll(async () => {
    server = await startHostileServer(rows.map(({ respond }) => respond))
    browser = await chromium.launch({ executablePath: chromiumPath() })
    isRecordedChromium = browser.version().startsWith('156.')
  })
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  test('each is listed once', () => {
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
    expect(rows.length).toBeGreaterThanOrEqual(60)
  })

  test.each(rows)('sends $name', async (row) => {
    const url = `${server.url}/${rows.indexOf(row)}/`
    const { method = 'GET', code, check } = row
    const rules = code === undefined ? {} : { responseCodes: [code] }
    const result = await runCheckType('http', { url, method, sendCookies: true, ...rules })
    expect(toOutcome(result)).toEqual(toExpected(row))
    const recorded = row.curl === undefined ? toText(check) : row.curl
    expect(await readByCurl(url, recorded, method === 'HEAD' ? ['--head'] : [])).toBe(recorded)
    const shown = row.chromium === undefined ? toText(check) : row.chromium
    expect(isRecordedChromium ? await readByChromium(browser, url, method) : shown).toBe(shown)
  })
})

const oddTexts = [
  "it's",
  'a"b',
  'a\nb',
  'a\r\nb',
  '@/etc/passwd',
  '$(id) `id` $HOME',
  '\\',
  '!1',
  'ü ☃ 😀',
  '%41',
  '-x',
  '--next',
  '{a,b}[1-3]',
  '#c',
  'a\tb',
  '\u0001',
  "''",
  '',
  '<x',
  '&',
  ';id',
  '*',
]

const toHeader = (text: string) => (/^[\t\u0020-\u007e\u00a0-\u{10ffff}]*$/u.test(text) ? text : 'plain')

test('a request that is shown as a curl command is what the check sends', async () => {
  const seen: string[] = []
  const server = await startHttp((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { 'x-odd': odd, 'content-type': type } = request.headers
      seen.push(JSON.stringify([request.method, request.url, odd, type, Buffer.concat(chunks).toString()]))
      response.end()
    })
  })
  try {
    const requests = [
      ...oddTexts.map((text) => ({ method: 'POST', body: text, odd: toHeader(text), path: '/' })),
      ...["/a'b", '/{a,b}', '/[1-3]?x=$(id)&y=`z`', '/%2e%2e/x', '/ü?q=ü', '//x'].map((path) => ({
        method: 'GET',
        path,
        odd: '',
      })),
      ...['HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map((method) => ({
        method,
        path: '/',
        odd: '',
        body: undefined,
      })),
    ]
    for (const { path, odd, ...request } of requests) {
      let shown: SentRequest | undefined
      await runCheckType(
        'http',
        { ...request, url: `http://127.0.0.1:${server.port}${path}`, headers: [{ name: 'x-odd', value: odd }] },
        { onRequest: (sent) => (shown = sent) },
      )
      if (shown === undefined) throw new Error('the check sent no request')
      if (curl !== undefined) await run('sh', ['-c', `${formatCurl(shown)} --silent`])
    }
    const each = curl === undefined ? 1 : 2
    const ofCheck = seen.filter((_, at) => at % each === 0)
    expect(ofCheck).toHaveLength(requests.length)
    expect(seen.filter((_, at) => at % each === each - 1)).toEqual(ofCheck)
  } finally {
    await server.close()
  }
})

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)
const past = { from: inDays(-90), to: inDays(-1) }
const authority = certificateFor({ names: ['authority'] })
const between = certificateFor({ names: ['between'], issuer: authority })
const expired = certificateFor({ names: ['expired'], issuer: authority, ...past })
const other = certificateFor({ names: ['other authority'] })
const leaf = certificateFor({ issuer: authority })
const belowBetween = certificateFor({ issuer: between })
const belowExpired = certificateFor({ issuer: expired })
const chain = (...certificates: readonly ReturnType<typeof certificateFor>[]) => ({
  key: certificates[0]?.key ?? '',
  cert: certificates.map(({ cert }) => cert).join(''),
})
const pem = (cert: string, key?: string) => ({
  cert: { value: cert },
  ...(key !== undefined && { key: { value: key } }),
})
const untrusted = /^localhost: The TLS certificate (?:cannot be verified|was issued by an untrusted authority)/

describe('a hostile TLS server', () => {
  let caFile: string
  beforeAll(async () => {
    caFile = join(folder, 'ca.pem')
    await writeFile(caFile, authority.cert)
  })
  const ca = { value: authority.cert }
  const readByBoth = async (server: TestServer, check: string | RegExp, host = 'localhost') => {
    const url = `https://${host}:${server.port}/`
    try {
      const result = await runCheckType('http', { url, tlsConfig: { ca } })
      return { result: toOutcome(result), curl: await readByCurl(url, toText(check), ['--cacert', caFile]) }
    } finally {
      await server.close()
    }
  }
  test.each([
    ['a trusted certificate', chain(leaf), 'secure', 'localhost'],
    ['a chain', chain(belowBetween, between), 'secure', 'localhost'],
    ['a chain with its authority', chain(belowBetween, between, authority), 'secure', 'localhost'],
    ['a chain in the wrong order', chain(belowBetween, authority, between), 'secure', 'localhost'],
    ['a chain with another certificate', chain(belowBetween, other, between), 'secure', 'localhost'],
    ['a chain with an expired certificate that it does not need', chain(leaf, expired), 'secure', 'localhost'],
    ['an address in its certificate', chain(leaf), 'secure', '127.0.0.1'],
    [
      'a wildcard',
      chain(certificateFor({ names: ['*.localhost'], issuer: authority })),
      /another host name/,
      'localhost',
    ],
    ['an incomplete chain', chain(belowBetween), untrusted, 'localhost'],
    ['a chain of another authority', chain(certificateFor({ issuer: other }), other), untrusted, 'localhost'],
    ['a self-signed certificate', chain(certificateFor()), /self-signed\.$/, 'localhost'],
    ['an expired certificate', chain(certificateFor({ issuer: authority, ...past })), /expired on/, 'localhost'],
    ['a chain that has expired', chain(belowExpired, expired), /expired/, 'localhost'],
    [
      'a certificate of tomorrow',
      chain(certificateFor({ issuer: authority, from: inDays(1) })),
      /valid only from/,
      'localhost',
    ],
    [
      'a certificate of another host',
      chain(certificateFor({ names: ['other.example'], issuer: authority })),
      /another host name/,
      'localhost',
    ],
    [
      'a certificate without the address',
      chain(certificateFor({ names: ['localhost'], issuer: authority })),
      /another host name/,
      '127.0.0.1',
    ],
  ])('with %s', async (_, certificate, check, host) => {
    const server = await startHttps(certificate, (_request, response) => response.end('secure'))
    expect(await readByBoth(server, check, host)).toEqual(both(check))
  })

  test('that requires a client certificate', async () => {
    const server = await startHttps({ ...chain(leaf), ca: authority.cert, requestCert: true }, (request, response) =>
      response.end(JSON.stringify(request.headers)),
    )
    const own = certificateFor({ names: ['client'], issuer: authority })
    const toMessage = async (tlsConfig: object) =>
      (await runCheckType('http', { url: `https://localhost:${server.port}/`, tlsConfig: { ca, ...tlsConfig } }))
        .message
    try {
      expect(await toMessage(pem(own.cert, own.key))).toMatch(/^200 in/)
      expect(await toMessage({})).toBe(`https://localhost:${server.port}/: The server requires a client certificate.`)
      expect(await toMessage(pem(own.cert))).toBe('The client certificate has no key.')
      expect(await toMessage({ key: { value: own.key } })).toBe('The key of the client certificate has no certificate.')
      // Each of these ended the process.
      expect(await toMessage(pem(own.cert, leaf.key))).toBe(
        'The client certificate cannot be used: key values mismatch.',
      )
      expect(await toMessage(pem('text', own.key))).toBe('The client certificate cannot be used: no start line.')
      expect(await toMessage(pem(own.cert, 'text'))).toBe(
        'The key of the client certificate cannot be used: unsupported.',
      )
      expect(await toMessage({ ca: { value: '/etc/ca.pem' } })).toBe(
        'The certificate of the authority cannot be used: no start line.',
      )
    } finally {
      await server.close()
    }
  })

  test('is verified by the host of its URL, whatever the Host header', async () => {
    const shop = certificateFor({ names: ['shop.example'], issuer: authority })
    const server = await startHttps(chain(shop), (_request, response) => response.end('secure'))
    const check = /^localhost: The TLS certificate is for another host name/
    const url = `https://localhost:${server.port}/`
    try {
      const headers = [{ name: 'Host', value: 'shop.example' }]
      const result = await runCheckType('http', { url, headers, tlsConfig: { ca } })
      const options = ['--cacert', caFile, '--header', 'Host: shop.example']
      expect({ result: toOutcome(result), curl: await readByCurl(url, null, options) }).toEqual(both(check))
    } finally {
      await server.close()
    }
  })

  test('that does not speak TLS', async () => {
    const server = await startTcp((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
    const check = /does not speak TLS on this port\.$/
    expect(await readByBoth(server, check)).toEqual(both(check))
  })

  test('that closes the connection during the handshake', async () => {
    const server = await startTcp((socket) => socket.once('data', () => socket.end()))
    const check = /closed|disconnected|reset/
    expect(await readByBoth(server, check)).toEqual(both(check))
  })
})
