import { expect, test, vi } from 'vitest'
import { createFrameBatch } from './frame-batch.ts'

test('a job scheduled several times runs once per frame, in the same frame as the others', () => {
  const frames: (() => void)[] = []
  const batch = createFrameBatch((run) => frames.push(run))
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  for (let n = 0; n < 100; n += 1) batch(first)
  batch(second)
  expect(frames).toHaveLength(1)
  frames.shift()?.()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})

test('a job scheduled during a frame runs in the next one', () => {
  const frames: (() => void)[] = []
  const batch = createFrameBatch((run) => frames.push(run))
  const late = vi.fn<() => void>()
  batch(() => batch(late))
  frames.shift()?.()
  expect(late).not.toHaveBeenCalled()
  frames.shift()?.()
  expect(late).toHaveBeenCalledOnce()
})

test('a flush runs scheduled jobs at once and leaves nothing for the frame', () => {
  const frames: (() => void)[] = []
  const batch = createFrameBatch((run) => frames.push(run))
  const job = vi.fn<() => void>()
  batch(job)
  batch.flush()
  expect(job).toHaveBeenCalledOnce()
  frames.shift()?.()
  expect(job).toHaveBeenCalledOnce()
})

test('an error in one job does not stop the others and is still thrown', () => {
  const batch = createFrameBatch(() => {})
  const [before, after] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const failure = new Error('the view is gone')
  batch(before)
  batch(() => {
    throw failure
  })
  batch(after)
  expect(() => batch.flush()).toThrow(failure)
  expect([before.mock.calls.length, after.mock.calls.length]).toEqual([1, 1])
})

test('errors of several jobs are thrown together', () => {
  const batch = createFrameBatch(() => {})
  const failures = [new Error('first'), new Error('second')]
  for (const failure of failures)
    batch(() => {
      throw failure
    })
  expect(() => batch.flush()).toThrow(expect.objectContaining({ errors: failures }))
})
