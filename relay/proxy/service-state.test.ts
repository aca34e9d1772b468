import { expect, test } from 'vitest'
import { createServiceState, watched } from './service-state.ts'

test('is down from the first failed request until one succeeds', async () => {
  let minute = 0
  const state = createServiceState(() => new Date(Date.UTC(2026, 0, 1, 0, (minute += 1))))
  const ask = watched(async (works: boolean) => {
    if (!works) throw new Error('down')
    return 'an answer'
  }, state)
  expect([await ask(true), state.downSince()]).toEqual(['an answer', null])
  await expect(ask(false)).rejects.toThrow('down')
  await expect(ask(false)).rejects.toThrow('down')
  expect(state.downSince()).toEqual(new Date(Date.UTC(2026, 0, 1, 0, 1)))
  await ask(true)
  expect(state.downSince()).toBeNull()
})

test('remembers that the service has responded once, also during an outage', async () => {
  const state = createServiceState()
  state.failed()
  expect(state.hasEverAnswered()).toBe(false)
  state.answered()
  state.failed()
  expect(state.hasEverAnswered()).toBe(true)
})
