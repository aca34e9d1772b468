import { expect, test } from 'vitest'
import { createRule, createSubject } from '#relay/testing/notification-inputs.ts'
import type { PastEvent } from './past-events.ts'
import { replayEvents } from './replay-events.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'

const startMs = Date.parse('2026-03-24T12:00:00Z')
const event = (seconds: number, id = 'front', name = 'check.failed'): PastEvent => ({
  id: `${name} ${id} ${seconds}`,
  event: name,
  kind: 'check',
  about: { id },
  at: new Date(startMs + seconds * 1_000).toISOString(),
})
const replay = (
  rule: Partial<NotificationRule>,
  events: readonly PastEvent[],
  isSilenced: (seconds: number) => boolean = () => false,
) =>
  replayEvents(createRule(rule), events, {
    findSubject: ({ about: { id } }) => (id === 'gone' ? undefined : createSubject({ target: { id } })),
    isSilenced: async (_subject, atMs) => isSilenced((atMs - startMs) / 1_000),
  })

test('a rule without limits sends every event that has a subject', async () => {
  expect(await replay({}, [event(2), event(1, 'gone'), event(0)])).toEqual(['sent', 'left out', 'sent'])
  expect(await replay({}, [])).toEqual([])
})

test('delays events by the waiting time', async () => {
  expect(await replay({ waitMs: 1 }, [event(0)])).toEqual(['waits'])
})

test('counts the repeat interval from the last sent event and ends it exactly', async () => {
  const events = [event(20), event(19), event(10), event(9), event(0)]
  expect(await replay({ repeatMs: 10_000 }, events)).toEqual(['sent', 'repeat', 'sent', 'repeat', 'sent'])
})

test('applies the repeat interval per resource and event', async () => {
  const events = [event(3, 'front', 'check.passed'), event(2, 'back'), event(1), event(0)]
  expect(await replay({ repeatMs: 60_000 }, events)).toEqual(['sent', 'sent', 'repeat', 'sent'])
})

const isSilencedAt = (seconds: number) => seconds === 0

test('a silenced event starts no repeat interval and no group', async () => {
  expect(await replay({ repeatMs: 60_000 }, [event(1), event(0)], isSilencedAt)).toEqual(['sent', 'silenced'])
  expect(await replay({ groupBy: ['type'] }, [event(1), event(0)], isSilencedAt)).toEqual(['sent', 'silenced'])
})

test('collects a group for exactly its window, after which it is a repeat', async () => {
  const events = [event(60, 'd'), event(30, 'c'), event(29, 'b'), event(0, 'a')]
  expect(await replay({ groupBy: ['type'] }, events)).toEqual(['sent', 'sent', 'grouped', 'sent'])
  expect(await replay({ groupBy: ['type'], repeatMs: 60_000 }, events)).toEqual(['sent', 'repeat', 'grouped', 'sent'])
})
