import { expect, test } from 'vitest'
import { versionStart } from './version-start.ts'

const noon = Date.UTC(2026, 5, 1, 12)

test('a feed goes on beyond what was recorded, by more than was ever given out in between', () => {
  expect(versionStart(2 ** 33, noon)).toBe(2 ** 33 + 2 ** 20)
})

test('two that go on from the same recorded version, one after the other, share no version', () => {
  const [first, second] = [versionStart(7, noon), versionStart(7, noon + 10_000)]
  expect(second - first).toBe(100)
})
