import { expect, test } from 'vitest'
import { waitText } from './flow-message.tsx'

const text = 'Too many attempts. Wait 42 seconds and try again.'

test.each([
  [41, 'Too many attempts. Wait 41 seconds and try again.'],
  [1, 'Too many attempts. Wait 1 second and try again.'],
  [300, 'Too many attempts. Wait 5 minutes and try again.'],
  [91, 'Too many attempts. Wait 2 minutes and try again.'],
  [0, 'You can try again now.'],
])('with %i seconds left, a wait message reads %s', (left, shown) => {
  expect(waitText(text, left)).toBe(shown)
})
