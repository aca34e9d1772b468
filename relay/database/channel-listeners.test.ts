import { expect, test } from 'vitest'
import { ChannelListeners } from './channel-listeners.ts'

test('a payload reaches everybody who listens to its channel, as often as they listen', () => {
  const listeners = new ChannelListeners()
  const received: string[] = []
  const listener = (payload: string) => received.push(payload)
  listeners.add('a', listener)
  listeners.add('a', listener)
  listeners.add('b', listener)
  listeners.notify('a', '1')
  expect(received).toEqual(['1', '1'])
})

test('the last listener that goes, once, ends the channel', () => {
  const listeners = new ChannelListeners()
  const first = listeners.add('a', () => undefined)
  const second = listeners.add('a', () => undefined)
  expect([first(), second(), second(), first()]).toEqual([false, true, false, false])
  expect([...listeners.channels()]).toEqual([])
})

test('an end that comes late leaves those alone who have listened to the channel since', () => {
  const listeners = new ChannelListeners()
  const early = listeners.add('a', () => undefined)
  early()
  listeners.add('a', () => undefined)
  expect(early()).toBe(false)
  expect([...listeners.channels()]).toEqual(['a'])
})

test('after a gap everybody is called with an empty payload', () => {
  const listeners = new ChannelListeners()
  const received: string[] = []
  for (const channel of ['a', 'b']) listeners.add(channel, (payload) => received.push(`${channel}:${payload}`))
  listeners.notifyAll()
  expect(received).toEqual(['a:', 'b:'])
})
