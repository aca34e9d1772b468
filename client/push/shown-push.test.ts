import { expect, test } from 'vitest'
import { pressedAddress, shownPush } from './shown-push.ts'

const origin = 'https://console.example.test'

test('a push is shown with its action, and a click opens its target or its action page', () => {
  const { title, options } = shownPush(
    JSON.stringify({
      title: 'front fails',
      body: '503\nUnhealthy',
      link: '/health?checkId=c1',
      act: { title: 'Acknowledge or silence', link: '/notifications/message?link=a.b' },
      tag: 's1',
    }),
  )
  expect([title, options]).toEqual([
    'front fails',
    {
      body: '503\nUnhealthy',
      tag: 's1',
      actions: [{ action: 'act', title: 'Acknowledge or silence' }],
      data: { link: '/health?checkId=c1', actLink: '/notifications/message?link=a.b' },
    },
  ])
  expect(pressedAddress(options.data, '', origin)).toBe(`${origin}/health?checkId=c1`)
  expect(pressedAddress(options.data, 'act', origin)).toBe(`${origin}/notifications/message?link=a.b`)
})

test('an unreadable push is shown as a generic notification and opens the console', () => {
  for (const text of ['', 'nonsense', '7', 'null', '{"title":7,"act":{"title":"x"}}']) {
    const { title, options } = shownPush(text)
    expect([title, options.actions]).toEqual(['New Quarterdeck notification', []])
    expect(pressedAddress(options.data, 'act', origin)).toBe(`${origin}/`)
  }
})

test('a click never opens another origin', () => {
  for (const link of [
    'https://evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    'http://console.example.test/',
  ])
    expect(pressedAddress({ link }, '', origin)).toBe(`${origin}/`)
})
