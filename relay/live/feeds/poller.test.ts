import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectGarbage } from '#relay/testing/collect-garbage.ts'
import { createPoller, Superseded } from './poller.ts'

interface Poll {
  readonly signal: AbortSignal
  readonly respond: () => void
  readonly fail: () => void
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const begin = () => {
  const polls: Poll[] = []
  const poll = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('ended')))
      polls.push({ signal, respond: resolve, fail: () => reject(new Error('down')) })
    })
  const poller = createPoller({ poll, everyMs: 5_000, timeoutMs: 60_000, leastGapMs: 250, random: () => 0.5 })
  const last = () => {
    const latest = polls.at(-1)
    if (latest === undefined) throw new Error('nothing was polled')
    return latest
  }
  return { polls, last, poller }
}

describe('a poller', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('polls at once and then once per interval', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    expect(polls).toHaveLength(1)
    last().respond()
    await pass(4_999)
    expect(polls).toHaveLength(1)
    await pass(1)
    expect(polls).toHaveLength(2)
  })

  test('runs one poll at a time, with slow responses and many hints', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    for (let second = 0; second < 20; second += 1) {
      poller.hint()
      await pass(1_000)
    }
    expect(polls).toHaveLength(1)
    last().respond()
    await pass(5_000)
    expect(polls).toHaveLength(2)
  })

  test('combines hints and keeps a gap between the polls that they cause', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    last().respond()
    await pass(10)
    for (let n = 0; n < 100; n += 1) poller.hint()
    await pass(239)
    expect(polls).toHaveLength(1)
    await pass(1)
    expect(polls).toHaveLength(2)
  })

  test('polls at once after an urgent hint, even right after a poll', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    last().respond()
    await pass(10)
    poller.hint()
    poller.hint(true)
    poller.hint()
    await pass(0)
    expect(polls).toHaveLength(2)
  })

  test('polls again at once when an urgent hint arrives during a poll', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    poller.hint(true)
    last().respond()
    await pass(0)
    expect(polls).toHaveLength(2)
  })

  test('limits urgent hints to a burst of five polls, then five per second', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    last().respond()
    await pass(1_000)
    for (let n = 0; n < 500; n += 1) {
      poller.hint(true)
      await pass(2)
      last().respond()
    }
    expect(polls.length).toBeGreaterThanOrEqual(1 + 5)
    expect(polls.length).toBeLessThanOrEqual(1 + 5 + 5)
  })

  test('spends at most half of the time on urgent hints for a slow source', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    for (let n = 0; n < 10; n += 1) {
      poller.hint(true)
      await pass(200)
      last().respond()
      await pass(200)
    }
    expect(polls).toHaveLength(10)
  })

  test('ignores urgency while the source fails', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    last().fail()
    await pass(0)
    poller.hint(true)
    await pass(249)
    expect(polls).toHaveLength(1)
    await pass(1)
    expect(polls).toHaveLength(2)
  })

  test('aborts a superseded poll, but never two in a row', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    poller.refreshNow()
    await pass(0)
    expect(polls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    expect(polls[0]?.signal.reason).toBeInstanceOf(Superseded)
    poller.refreshNow()
    await pass(0)
    expect(polls.map(({ signal }) => signal.aborted)).toEqual([true, false])
    last().respond()
    await pass(250)
    expect(polls).toHaveLength(3)
  })

  test('backs off while the source fails and recovers at the first success', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    last().fail()
    await pass(5_000)
    last().fail()
    await pass(9_999)
    expect(polls).toHaveLength(2)
    await pass(1)
    expect(polls).toHaveLength(3)
    last().respond()
    await pass(5_000)
    expect(polls).toHaveLength(4)
  })

  test('applies a new timing at once', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    last().respond()
    poller.setTiming({ everyMs: 30_000, leastGapMs: 5_000 })
    await pass(1_000)
    poller.hint()
    await pass(3_999)
    expect(polls).toHaveLength(1)
    await pass(1)
    expect(polls).toHaveLength(2)
    last().respond()
    await pass(20_000)
    expect(polls).toHaveLength(2)
    poller.setTiming({ everyMs: 5_000 })
    await pass(0)
    expect(polls).toHaveLength(3)
  })

  test('leaves no timer after a response', async () => {
    const { last, poller } = begin()
    poller.start()
    await pass(0)
    const own = vi.getTimerCount()
    expect(own).toBe(1)
    poller.refreshNow()
    await pass(0)
    last().respond()
    await pass(0)
    expect(vi.getTimerCount()).toBe(1)
    poller.stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('aborts the running poll when stopped', async () => {
    const { polls, last, poller } = begin()
    poller.start()
    await pass(0)
    poller.stop()
    poller.hint()
    poller.refreshNow()
    await pass(60_000)
    expect(last().signal.aborted).toBe(true)
    expect(polls).toHaveLength(1)
  })
})

test('releases the signals of completed polls', async () => {
  const signals: WeakRef<AbortSignal>[] = []
  const poller = createPoller({
    poll: async (signal) => {
      signals.push(new WeakRef(signal))
      signal.addEventListener('abort', () => undefined)
    },
    everyMs: 1,
    timeoutMs: 60_000,
  })
  poller.start()
  await expect.poll(() => signals.length).toBeGreaterThan(20)
  poller.stop()
  const listRetained = async () => {
    await collectGarbage()
    return signals.filter((signal) => signal.deref() !== undefined)
  }
  await expect.poll(listRetained).toEqual([])
})
