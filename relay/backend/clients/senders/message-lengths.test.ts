import { expect, test } from 'vitest'
import type { Message, SenderRequest } from './sender.ts'
import { findSender } from './senders.ts'

const request = async (url: string, message: Partial<Message>): Promise<SenderRequest> => {
  const address = new URL(url)
  const requests: SenderRequest[] = []
  await findSender(address)?.send({
    address,
    message: { title: 'shop fails', message: 'Code 500', ...message },
    setting: (name) => address.searchParams.get(name) ?? undefined,
    headers: {},
    authorize: async () => ({}),
    baseUrl: (usual) => usual,
    key: 'k1',
    insecureTls: false,
    signal: AbortSignal.timeout(5_000),
    ask: async (sent) => {
      requests.push(sent)
      return { json: { ok: true } }
    },
  })
  const [sent] = requests
  if (sent === undefined) throw new Error('nothing was sent')
  return sent
}
const halfCharacter = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/
const long = '<🔥> & '.repeat(2_500)

test.each([
  ['slack://xoxb-1-2@C042', 3_000, /"text":"(&lt;[^"]*)"/],
  ['googlechat://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t', 4_096, /"text":"([^"]*)"/],
  ['rocketchat://chat.test/a/b', 5_000, /"text":"([^"]*)"/],
])('a long message to %s is shortened between characters and escapes', async (url, most, pattern) => {
  const { json } = await request(url, { message: long, link: 'https://ops.test/health' })
  const text = pattern.exec(JSON.stringify(json))?.[1] ?? ''
  expect(text.length).toBeGreaterThan(most / 4)
  expect(text.length).toBeLessThanOrEqual(most)
  expect(text).toMatch(/…/)
  expect(text).not.toMatch(halfCharacter)
  expect(text.replaceAll(/&(?:amp|lt|gt);/g, '').includes('&l')).toBe(false)
  expect(JSON.stringify(json)).toContain('https://ops.test/health')
})

test.each([
  ['ntfy://ntfy.test/topic', 4_096, 'message'],
  ['bark://:key@bark.test', 4_096, 'body'],
  ['teams://g@t/a/o', 28_000, 'text'],
  ['matrix://:token@matrix.test?rooms=!a:b', 65_535, 'formatted_body'],
])('a long message to %s stays below %i bytes', async (url, most, field) => {
  const { json } = await request(url, { message: '火災 & '.repeat(4_000) })
  expect(Buffer.byteLength(JSON.stringify(json))).toBeLessThanOrEqual(most)
  expect(Reflect.get(json ?? {}, field)).toMatch(/…/)
})

test.each([
  ['http://localhost:8080/health', undefined, true],
  ['http://quarterdeck/health?a=1&b=2', undefined, true],
  ['http://[::1]:8080/health', 'button', false],
  ['http://10.0.0.7/health', 'button', false],
  ['https://ops.test/health', 'button', false],
])('Telegram rejects buttons for hosts without a dot: %s', async (link, button, isInText) => {
  const { json } = await request('telegram://1:abc@telegram/?chats=7', { link })
  const { text, reply_markup: markup } = json as { text: string; reply_markup?: object }
  expect(markup === undefined ? undefined : 'button').toBe(button)
  expect(text.includes(link.replaceAll('&', '&amp;'))).toBe(isInText)
})
