import { expect, test } from 'vitest'
import { formatPush } from './push-text.ts'

const send = (payload: object, event = 'check.failed') => ({
  id: 's1',
  source_event: event,
  payload: {
    title: 'front fails',
    message: '\n  503 from upstream\n\ncheck.failed · http',
    recipient: 'Ada',
    ...payload,
  },
})
const read = (text: string): unknown => JSON.parse(text)

test('a push has the title, the first line, the state and the link of the message', () => {
  const links = {
    link: 'https://console.example.test/catalog/c1?at=2026-01-05T09:00:00.000Z',
    actLink: 'https://console.example.test/notifications/message?link=a.b',
  }
  expect(read(formatPush(send({ ...links, health: 'unhealthy', state: 'unhealthy' })))).toEqual({
    title: 'front fails',
    body: '503 from upstream\nUnhealthy',
    link: '/catalog/c1?at=2026-01-05T09:00:00.000Z',
    act: { title: 'Acknowledge or silence', link: '/notifications/message?link=a.b' },
    tag: 's1',
  })
  expect(read(formatPush(send({ ...links, state: 'open' }, 'incident.created')))).toMatchObject({
    body: '503 from upstream\nOpen',
    act: { title: 'Acknowledge' },
  })
  expect(read(formatPush(send(links, 'playbook.spec.approval.updated')))).not.toHaveProperty('act')
})

test('a message without a line, a state or a readable link leads to the console', () => {
  expect(read(formatPush(send({ message: ' \n', link: 'nonsense' })))).toEqual({
    title: 'front fails',
    body: '',
    link: '/',
    tag: 's1',
  })
})

test('the longest message fits into a push', () => {
  const link = `https://console.example.test/${'x'.repeat(700)}`
  for (const unit of ['\u0000', '"', '€', '😀'])
    expect(
      Buffer.byteLength(
        formatPush(
          send({
            title: unit.repeat(500),
            message: unit.repeat(20_000),
            state: unit.repeat(500),
            link,
            actLink: link,
          }),
        ),
      ),
    ).toBeLessThan(3_993)
})
