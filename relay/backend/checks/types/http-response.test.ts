import { afterEach, describe, expect, test } from 'vitest'
import { runCheckType } from './testing/run-check-type.ts'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'

const open: TestServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})
const serve = async (code: number, body: string, headers: Record<string, string> = {}): Promise<string> => {
  const server = await startHttp((_request, response) => response.writeHead(code, headers).end(body))
  open.push(server)
  return `http://127.0.0.1:${server.port}`
}

describe('HTTP check', () => {
  test('fails for the expiry of a certificate that does not exist', async () => {
    const url = await serve(200, '')
    expect(await runCheckType('http', { url, maxSSLExpiry: 30 })).toMatchObject({
      pass: false,
      message: 'Expected a TLS certificate that is valid for 30 more days, but the address is not https://.',
    })
  })

  test.each(['"up"', 'up', 'true', '-1.5', '7'])('reads %s as JSON without a media type', async (body) => {
    const url = ` ${await serve(200, body)}\n`
    const value = body.replaceAll('"', '')
    expect(await runCheckType('http', { url, responseJSONContent: { path: '$', value } })).toMatchObject(
      body === 'up' ? { pass: false, message: 'The body is not JSON.' } : { pass: true },
    )
  })

  test.each([
    ['$.one', '[1]', true],
    ['$.one', '1', true],
    ['$.names', '["web"]', true],
    ['$.nested', '[[1]]', true],
    ['$.two', '[1, 2]', true],
    ['$.two', '[2, 1]', false],
    ['$.map', '{ "b": "c", "a": 1 }', true],
    ['$.rate', '1.50', true],
    ['$.rate', '1.51', false],
    ['$.name', '01', false],
    ['$.zero', '-', false],
  ])('compares %s with %s as values', async (path, value, pass) => {
    const body =
      '{"one":[1],"names":["web"],"nested":[[1]],"two":[1,2],"map":{"a":1,"b":"c"},"rate":1.5,"name":"1","zero":0}'
    const url = await serve(200, body)
    expect(await runCheckType('http', { url, responseJSONContent: { path, value } })).toMatchObject({ pass })
  })

  test('sends the last header of each name, without surrounding white space', async () => {
    const sent: string[] = []
    const server = await startHttp((request, response) => {
      sent.push(...request.rawHeaders)
      response.end()
    })
    open.push(server)
    const headers = [
      { name: 'User-Agent', value: 'probe/1\n' },
      { name: 'Authorization', value: 'Token abc' },
    ]
    const spec = { url: `http://ann:pw@127.0.0.1:${server.port}`, method: 'M-SEARCH', headers }
    expect(await runCheckType('http', spec)).toMatchObject({ pass: true })
    expect(sent.filter((_, index) => /^(?:user-agent|authorization)$/i.test(sent[index - (index % 2)] ?? ''))).toEqual([
      'User-Agent',
      'probe/1',
      'Authorization',
      'Token abc',
    ])
  })

  test('reads headers as UTF-8, else as ISO-8859-1', async () => {
    const headers = { location: '/caf\u00c3\u00a9', 'x-old': 'caf\u00e9' }
    const url = await serve(302, '', headers)
    expect(await runCheckType('http', { url, maxRedirects: 0, responseCodes: [302] })).toMatchObject({
      details: { headers: { Location: '/café', 'X-Old': 'café' } },
    })
  })

  test('marks content and json of a body that is not read to its end', async () => {
    const url = await serve(200, 'x'.repeat(5 * 1024 * 1024))
    const reason = 'only the first 4194304 characters of the body were read'
    expect(await runCheckType('http', { url })).toMatchObject({
      pass: true,
      incomplete: { content: reason, json: reason },
    })
  })
})
