import { expect, test } from 'vitest'
import { HandClock } from '#relay/testing/hand-clock.ts'
import { OwnedSchedules } from './owned-schedules.ts'
import { parseSchedule } from './schedule.ts'
import { hashPhase, Scheduler } from './scheduler.ts'

const every10s = parseSchedule('@every 10s')

const setUp = (lastStarts: Readonly<Record<string, number>> = {}) => {
  const clock = new HandClock(Date.parse('2026-01-01T00:00:00Z'))
  const owned = new Set<string>()
  const started: string[] = []
  const open = new Map<string, () => void>()
  const holding = { on: false }
  const scheduler = new Scheduler<void>({
    clock,
    run: async (id) => {
      started.push(id)
      if (holding.on) await new Promise<void>((resolve) => open.set(id, resolve))
    },
  })
  const schedules = new OwnedSchedules({
    work: { owns: (key) => owned.has(key) },
    scheduler,
    readLastStarts: async () => new Map(Object.entries(lastStarts)),
    now: () => clock.wallMs(),
  })
  return { clock, owned, started, open, holding, schedules }
}

test('schedules only owned work, by its key, and knows the next start of the rest', async () => {
  const { clock, owned, started, schedules } = setUp()
  owned.add('mine')
  schedules.set('a', every10s, 'mine')
  schedules.set('b', every10s, 'theirs')
  expect(schedules.findNextStart('b')).toBe(clock.wallMs() + Math.floor(hashPhase('b') * 10_000))
  schedules.soon('b')
  await clock.turn(10_000)
  expect(started).toEqual(['a'])
})

test('makes up for a start that was missed before the work moved here, and for no other', async () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  const { clock, owned, started, schedules } = setUp({ late: now - 11_000, recent: now - 1, ahead: now + 600_000 })
  for (const id of ['late', 'recent', 'ahead', 'never']) schedules.set(id, every10s)
  for (const id of ['late', 'recent', 'ahead', 'never']) owned.add(id)
  await schedules.settle()
  await clock.turn(0)
  expect(started).toEqual(['late', 'never'])
  await clock.turn(10_000)
  expect(started.slice(2).toSorted()).toEqual(['ahead', 'late', 'never', 'recent'])
})

test('a run of work that moved away is reported and awaited, and nothing starts after it', async () => {
  const { clock, owned, started, open, holding, schedules } = setUp()
  owned.add('a')
  holding.on = true
  schedules.set('a', every10s)
  await clock.turn(10_000)
  expect(started).toEqual(['a'])
  owned.clear()
  const left: string[] = []
  let isSettled = false
  const settled = schedules
    .settle((id) => void left.push(id))
    .then(() => {
      isSettled = true
    })
  await clock.turn(30_000)
  expect([left, isSettled, started]).toEqual([['a'], false, ['a']])
  open.get('a')?.()
  await settled
  expect(isSettled).toBe(true)
})
