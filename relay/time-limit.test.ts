import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectGarbage } from '#relay/testing/collect-garbage.ts'
import { endsWithin, linkSignal, timeLimit, unlessAborted } from './time-limit.ts'

describe('a time limit', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('aborts with its reason on timeout', () => {
    const limit = timeLimit(1_000, new AbortController().signal, () => new Error('too late'))
    vi.advanceTimersByTime(999)
    expect([limit.signal.aborted, limit.isOver()]).toEqual([false, false])
    vi.advanceTimersByTime(1)
    expect([limit.signal.reason, limit.isOver()]).toEqual([new Error('too late'), true])
  })

  test('aborts with the reason of the outer signal, which is not a timeout', () => {
    const outer = new AbortController()
    const limit = timeLimit(1_000, outer.signal)
    outer.abort(new Error('stopped'))
    vi.advanceTimersByTime(1_000)
    expect([limit.signal.reason, limit.isOver()]).toEqual([new Error('stopped'), false])
  })

  test('is aborted when the outer signal already was', () => {
    expect(timeLimit(1_000, AbortSignal.abort('over')).signal.reason).toBe('over')
  })

  test('aborts with a TimeoutError by default', () => {
    const { signal } = timeLimit(1_000)
    vi.advanceTimersByTime(1_000)
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('leaves no timer and no listener when it is done', () => {
    const outer = new AbortController()
    const limit = timeLimit(1_000, outer.signal)
    limit.done()
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(outer.signal, 'abort')).toEqual([])
    outer.abort()
    expect(limit.signal.aborted).toBe(false)
  })
})

test('releases its listeners when it is done, while the outer signal remains', async () => {
  const outer = new AbortController()
  const signals = Array.from({ length: 20 }, () => {
    const { signal, done } = timeLimit(60_000, outer.signal)
    signal.addEventListener('abort', () => undefined)
    done()
    return new WeakRef(signal)
  })
  const listRetained = async () => {
    await collectGarbage()
    return signals.filter((signal) => signal.deref() !== undefined)
  }
  await expect.poll(listRetained).toEqual([])
  expect(outer.signal.aborted).toBe(false)
})

test('work unless aborted rejects with the reason of the signal and leaves no listener', async () => {
  const { signal, abort } = linkSignal(undefined)
  await expect(unlessAborted(Promise.resolve('done'), signal)).resolves.toBe('done')
  const hanging = unlessAborted(new Promise(() => undefined), signal)
  abort(new Error('stopped'))
  await expect(hanging).rejects.toThrow('stopped')
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('says whether work ended within the time', async () => {
  const never = new Promise(() => undefined)
  expect([await endsWithin(1_000, Promise.resolve()), await endsWithin(0, never)]).toEqual([true, false])
  await expect(endsWithin(1_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
})
