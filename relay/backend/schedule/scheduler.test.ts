import { describe, expect, test } from 'vitest'
import { HandClock } from '#relay/testing/hand-clock.ts'
import { hashPhase, Scheduler } from './scheduler.ts'
import { parseSchedule } from './schedule.ts'

const every10s = parseSchedule('@every 10s')

const setUp = (options: { quick?: number; slow?: number; total?: number; canStart?: () => boolean } = {}) => {
  const clock = new HandClock(Date.parse('2026-01-01T00:00:00Z'))
  const started: string[] = []
  const missed: string[] = []
  const late: number[] = []
  const open = new Map<string, (result: string) => void>()
  const hanging = new Set<string>()
  const scheduler = new Scheduler<string>({
    clock,
    run: (id) => {
      started.push(id)
      return hanging.has(id) ? new Promise((resolve) => open.set(id, resolve)) : Promise.resolve(`${id} ran`)
    },
    onMissed: (id) => missed.push(id),
    onStart: (_id, lateMs) => late.push(lateMs),
    canStart: options.canStart ?? (() => true),
    limits: { quick: options.quick ?? 4, slow: options.slow ?? 2, total: options.total ?? 8, slowAfterMs: 1_000 },
  })
  return { clock, scheduler, started, missed, late, open, hanging }
}

test('starts once per interval, at the phase of the id, without delay on an idle machine', async () => {
  const { clock, scheduler, started, late } = setUp()
  scheduler.set('a', every10s)
  const phaseMs = Math.floor(hashPhase('a') * 10_000)
  expect(scheduler.findNextStart('a')).toBe(clock.wallMs() + phaseMs)
  await clock.turn(30_000)
  expect(started).toEqual(['a', 'a', 'a'])
  expect(late).toEqual([0, 0, 0])
})

test('a run that exceeds its interval never overlaps itself: it misses starts until the next tick', async () => {
  const { clock, scheduler, started, missed, open, hanging } = setUp()
  hanging.add('a')
  scheduler.set('a', every10s)
  await clock.turn(25_000)
  expect(started).toEqual(['a'])
  expect(missed.length).toBeGreaterThanOrEqual(1)
  const missedSoFar = missed.length
  hanging.delete('a')
  open.get('a')?.('at last')
  await clock.turn(10_000)
  expect(started).toEqual(['a', 'a'])
  expect(missed.length).toBe(missedSoFar)
})

test('an extra run counts for the first tick during it, and makes later ones missed', async () => {
  const { clock, scheduler, started, missed, hanging } = setUp()
  hanging.add('a')
  scheduler.set('a', every10s)
  scheduler.soon('a')
  await clock.turn(9_999)
  expect([started, missed]).toEqual([['a'], []])
  await clock.turn(10_000)
  expect([started, missed]).toEqual([['a'], ['a']])
})

test('hanging targets fill their own lane and leave the quick ones on time', async () => {
  const { clock, scheduler, started, hanging, late } = setUp({ quick: 2, slow: 2, total: 12 })
  for (let index = 0; index < 8; index++) {
    hanging.add(`hanging-${index}`)
    scheduler.set(`hanging-${index}`, every10s)
  }
  await clock.turn(20_000)
  started.length = 0
  late.length = 0
  for (let index = 0; index < 4; index++) scheduler.set(`quick-${index}`, every10s)
  await clock.turn(30_000)
  expect(started.filter((id) => id.startsWith('quick-')).sort()).toEqual(
    [0, 1, 2, 3].flatMap((index) => Array.from({ length: 3 }, () => `quick-${index}`)),
  )
  expect(Math.max(...late)).toBe(0)
})

describe('run now', () => {
  test('joins the current run', async () => {
    const { scheduler, started, open, hanging } = setUp()
    hanging.add('a')
    scheduler.set('a', every10s)
    const first = scheduler.runNow('a')
    const second = scheduler.runNow('a')
    open.get('a')?.('once')
    expect(await Promise.all([first, second])).toEqual(['once', 'once'])
    expect(started).toEqual(['a'])
  })

  test('bypasses the queue of a full lane with the waiting run', async () => {
    const { clock, scheduler, started, hanging } = setUp({ quick: 1, slow: 1, total: 1 })
    hanging.add('a')
    scheduler.set('a', every10s)
    await clock.turn(10_000)
    scheduler.set('b', every10s)
    await clock.turn(10_000)
    expect(started).toEqual(['a'])
    expect(await scheduler.runNow('b')).toBe('b ran')
    expect(started).toEqual(['a', 'b'])
  })

  test('works without a schedule and ignores unknown ids', async () => {
    const { scheduler } = setUp()
    scheduler.set('a', undefined)
    expect(await scheduler.runNow('a')).toBe('a ran')
    expect(scheduler.runNow('b')).toBeUndefined()
  })
})

test('soon runs once beside the schedule, and not beside a run that waits', async () => {
  let canStart = false
  const { scheduler, started } = setUp({ canStart: () => canStart })
  scheduler.set('a', every10s)
  scheduler.soon('a')
  scheduler.soon('a')
  canStart = true
  scheduler.resume()
  expect(started).toEqual(['a'])
})

test('continues at the same rate after the clock was set back', async () => {
  const { clock, scheduler, started } = setUp()
  scheduler.set('a', every10s)
  await clock.turn(10_000)
  clock.setWall(clock.wallMs() - 3_600_000)
  started.length = 0
  await clock.turn(50_000)
  expect(started.length).toBeGreaterThanOrEqual(2)
})

test('waits while results cannot be accepted, and starts when they can', async () => {
  let canStart = false
  const { clock, scheduler, started } = setUp({ canStart: () => canStart })
  scheduler.set('a', every10s)
  await clock.turn(10_000)
  expect(started).toEqual([])
  canStart = true
  scheduler.resume()
  expect(started).toEqual(['a'])
})

test('a removed id starts no more; stopping waits for current runs', async () => {
  const { clock, scheduler, started, open, hanging } = setUp()
  hanging.add('a')
  scheduler.set('a', every10s)
  scheduler.set('b', every10s)
  scheduler.remove('b')
  await clock.turn(10_000)
  expect(started).toEqual(['a'])
  const stopped = scheduler.stop(60_000)
  open.get('a')?.('done')
  await stopped
  await clock.turn(60_000)
  expect(started).toEqual(['a'])
})

test('drops removed or rescheduled entries, even if their next start is a year away', () => {
  const { scheduler } = setUp()
  const yearly = parseSchedule('0 0 1 1 *')
  scheduler.set('stays', every10s)
  for (let n = 0; n < 1_000; n += 1) {
    scheduler.set(`goes ${n}`, yearly)
    scheduler.remove(`goes ${n}`)
    scheduler.set('stays', n % 2 === 0 ? yearly : every10s)
  }
  expect(scheduler.planned).toBeLessThan(100)
  expect(scheduler.findNextStart('stays')).toBeDefined()
})
