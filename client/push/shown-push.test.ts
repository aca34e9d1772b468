import { expect, test } from 'vitest'
import { pressedAddress, shownPush } from './shown-push.ts'

const origin = 'https://console.example.test'

test('a push is shown with its action, and a press leads to what it is about or to where it is acted on', () => {
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

test('a push that cannot be read is shown as news and leads to the console', () => {
  for (const text of ['', 'nonsense', '7', 'null', '{"title":7,"act":{"title":"x"}}']) {
    const { title, options } = shownPush(text)
    expect([title, options.actions]).toEqual(['Quarterdeck has news', []])
    expect(pressedAddress(options.data, 'act', origin)).toBe(`${origin}/`)
  }
})

test('no press leads to another origin', () => {
  for (const link of [
    'https://evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    'http://console.example.test/',
  ])
    expect(pressedAddress({ link }, '', origin)).toBe(`${origin}/`)
})
