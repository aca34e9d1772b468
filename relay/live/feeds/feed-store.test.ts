import { expect, test } from 'vitest'
import { versionStart } from './feed-store.ts'

const noon = Date.UTC(2026, 5, 1, 12)

test('continues beyond every version that may have been sent since the recording', () => {
  expect(versionStart(2 ** 33, noon)).toBe(2 ** 33 + 2 ** 20)
})

test('two restarts from the same recorded version share no version', () => {
  const [first, second] = [versionStart(7, noon), versionStart(7, noon + 10_000)]
  expect(second - first).toBe(100)
})
