import { expect, test } from 'vitest'
import { pollUntil } from './poll-until.ts'

const { signal } = new AbortController()
const options = { signal, firstMs: 1, longestMs: 2, isFinal: (error: unknown) => error instanceof RangeError }
const reading = (results: readonly (string | Error | undefined)[]) => {
  let polls = 0
  return {
    polls: () => polls,
    read: async () => {
      const result = results[Math.min(polls, results.length - 1)]
      polls += 1
      if (result instanceof Error) throw result
      return result
    },
  }
}
const lost = new Error('lost')

test('polls until there is a result, also after some errors', async () => {
  const { read, polls } = reading([undefined, lost, lost, undefined, lost, 'done'])
  expect(await pollUntil(read, options)).toBe('done')
  expect(polls()).toBe(6)
})

test('rejects after five errors in a row, a final error or an abort', async () => {
  const failing = reading([lost])
  await expect(pollUntil(failing.read, options)).rejects.toThrow('lost')
  expect(failing.polls()).toBe(5)
  await expect(pollUntil(reading([new RangeError('gone')]).read, options)).rejects.toThrow('gone')
  await expect(
    pollUntil(reading([undefined]).read, { ...options, signal: AbortSignal.abort(new Error('cancelled')) }),
  ).rejects.toThrow('aborted')
})
