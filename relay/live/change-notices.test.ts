import { expect, test, vi } from 'vitest'
import { followNotices } from './change-notices.ts'

/** A database whose notices a test sends, and that cannot be reached so many times at first. */
const begin = async (failures = 0) => {
  const listeners = new Map<string, (payload: string) => void>()
  const hints: (readonly string[] | null)[] = []
  const troubles: unknown[] = []
  let left = failures
  const stop = followNotices({
    listen: async (channel, onNotify) => {
      left -= 1
      if (left >= 0) throw new Error('refused')
      listeners.set(channel, onNotify)
      return async () => void listeners.delete(channel)
    },
    onHint: (topics) => hints.push(topics),
    onTrouble: (error) => troubles.push(error),
    firstRetryMs: 1,
  })
  await vi.waitFor(() => expect(listeners.size).toBe(5))
  return {
    listeners,
    hints,
    troubles,
    stop,
    notify: (channel: string, payload: string) => listeners.get(channel)?.(payload),
  }
}

test.each([
  ['event_queue_updates', 'check.failed', ['health.checks', 'health.statuses']],
  ['event_queue_updates', 'something.new', []],
  ['table_activity', 'canaries UPDATE 0195c0de-0000-7000-8000-000000000001', ['health.checks']],
  ['table_activity', 'teams INSERT 1', []],
  ['playbook_run_updates', '', ['playbooks.runs', 'playbooks.run']],
])('a notice on %s that says %j hints at %j', async (channel, payload, topics) => {
  const { hints, notify, stop } = await begin()
  notify(channel, payload)
  expect(hints).toEqual([topics])
  await stop()
})

test('one hint for everything comes when notices may have been missed', async () => {
  const { listeners, hints, stop } = await begin()
  for (const tell of listeners.values()) tell('')
  expect(hints.filter((topics) => topics === null)).toHaveLength(1)
  await stop()
})

test('a database that cannot be reached is tried again, each time is told once, and stopping ends it', async () => {
  const { listeners, troubles, stop } = await begin(2)
  expect(troubles).toEqual([new Error('refused'), new Error('refused')])
  await stop()
  expect(listeners.size).toBe(0)
})
