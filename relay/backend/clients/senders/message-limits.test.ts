import { afterEach, expect, test } from 'vitest'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { sendMessage } from './send-message.ts'
import { cut, fit } from './sender.ts'

const servers: TestServer[] = []
afterEach(async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))))

const startService = async () => {
  const bodies: string[] = []
  const server = await startHttp((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (text !== '') bodies.push(text)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ok: true, joined_rooms: ['!r:x'] }))
    })
  })
  servers.push(server)
  return { bodies, host: `127.0.0.1:${server.port}`, base: `http://127.0.0.1:${server.port}` }
}

const context = () => ({
  resolveConnection: async () => {
    throw new Error('none')
  },
  mask: new Mask(),
  signal: AbortSignal.timeout(5_000),
  idempotencyKey: 'k1',
})

const title = `disk 😀 ${'t'.repeat(3_000)}`
const line = '* **shop** & <b> 😀 [runbook](https://wiki.test/a?b=1&c=2) is down\n'
const message = line.repeat(3_000)

test.each([
  ['slack', 6_000, (_: string, base: string) => `slack://xoxb-1-2@C042?apiBase=${base}`],
  ['discord', 6_000, (_: string, base: string) => `discord://tok@42?apiBase=${base}`],
  ['telegram', 9_000, (_: string, base: string) => `telegram://1:abc@telegram/?chats=7&apiBase=${base}`],
  ['teams', 28_000, (_: string, base: string) => `teams://g@t/a/o?apiBase=${base}`],
  ['googlechat', 4_600, (_: string, base: string) => `googlechat://x.test/v1/spaces/S/messages?key=K&apiBase=${base}`],
  ['mattermost', 17_500, (host: string) => `mattermost://deck@${host}/tok?DisableTLS=yes`],
  ['rocketchat', 5_500, (host: string) => `rocketchat://deck@${host}/a/b?DisableTLS=1`],
  ['zulip', 18_000, (_: string, base: string) => `zulip://bot:key@z.test/?apiBase=${base}`],
  ['ntfy', 5_500, (host: string) => `ntfy://${host}/topic?scheme=http`],
  ['bark', 4_000, (host: string) => `bark://:key@${host}/?scheme=http`],
  ['matrix', 60_000, (host: string) => `matrix://:token@${host}/?rooms=!r:x&DisableTLS=yes`],
])('%s accepts a very long message: its start, with whole characters and markup', async (_, most, address) => {
  const { bodies, host, base } = await startService()
  const url = address(host, base)
  expect(await sendMessage({ url }, { title, message }, context())).toEqual({ error: null, isFinal: true })
  const [body = ''] = bodies
  expect(body.length).toBeGreaterThan(1_500)
  expect(Buffer.byteLength(body)).toBeLessThan(most)
  expect(decodeURIComponent(body.replaceAll(/%(?![0-9A-F]{2})/g, '%25'))).toContain('…')
  expect(body).not.toMatch(/\\ud[89a-f][0-9a-f]{2}/i)
})

test('a cut never leaves half of a character', () => {
  expect(cut('ab😀cd', 4)).toBe('ab…')
  expect(cut('ab😀cd', 5)).toBe('ab😀…')
  expect(cut('abcd', 4)).toBe('abcd')
})

test('a text is cut before it is rendered', () => {
  expect(fit('a & b & c & d', { most: 12, render: (text) => text.replaceAll('&', '&amp;') })).toBe('a &amp; b…')
})
