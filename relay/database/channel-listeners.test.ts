import { expect, test } from 'vitest'
import { ChannelListeners } from './channel-listeners.ts'

test('delivers a payload to every listener of its channel, once per registration', () => {
  const listeners = new ChannelListeners()
  const received: string[] = []
  const listener = (payload: string) => received.push(payload)
  listeners.add('a', listener)
  listeners.add('a', listener)
  listeners.add('b', listener)
  listeners.notify('a', '1')
  expect(received).toEqual(['1', '1'])
})

test('reports an empty channel once, when its last listener is removed', () => {
  const listeners = new ChannelListeners()
  const first = listeners.add('a', () => undefined)
  const second = listeners.add('a', () => undefined)
  expect([first(), second(), second(), first()]).toEqual([false, true, false, false])
  expect([...listeners.channels()]).toEqual([])
})

test('a repeated removal does not affect later listeners', () => {
  const listeners = new ChannelListeners()
  const early = listeners.add('a', () => undefined)
  early()
  listeners.add('a', () => undefined)
  expect(early()).toBe(false)
  expect([...listeners.channels()]).toEqual(['a'])
})

test('calls every listener with an empty payload after a gap', () => {
  const listeners = new ChannelListeners()
  const received: string[] = []
  for (const channel of ['a', 'b']) listeners.add(channel, (payload) => received.push(`${channel}:${payload}`))
  listeners.notifyAll()
  expect(received).toEqual(['a:', 'b:'])
})
