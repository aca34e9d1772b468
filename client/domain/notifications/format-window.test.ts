import { expect, test } from 'vitest'
import { formatWindow } from './format-window.ts'

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri 22:00–06:00 UTC'],
  [[0, 6], 'Sat, Sun 22:00–06:00 UTC'],
  [[0, 1, 2, 3, 4, 5, 6], 'daily 22:00–06:00 UTC'],
  [[1, 3, 4, 5, 0], 'Mon, Wed–Fri, Sun 22:00–06:00 UTC'],
])('formats days %j as %s', (days, text) => {
  expect(formatWindow({ days, from: '22:00', to: '06:00', zone: 'UTC' })).toBe(text)
})
