import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

test('a gap interrupts the line', () => {
  expect(sparklinePath([1, 1, null, 1])).toEqual({ path: 'M1.0 8.0L18.0 8.0M52.0 8.0', last: { x: 52, y: 8 } })
})

test('small changes stay small, large ones use the whole height', () => {
  expect(sparklinePath([100, 101])?.path).toBe('M1.0 8.1L52.0 8.0')
  expect(sparklinePath([100, 100, 400])?.last.y).toBe(2.5)
})

test('without values there is no path', () => {
  expect([sparklinePath([]), sparklinePath([null])]).toEqual([null, null])
})
