import { expect, test } from 'vitest'
import { modalSizes, modalWidth } from './modal-width.ts'

test('has the sizes of the console [UI-15]', () => {
  expect(modalSizes).toEqual(['very-small', 'small', 'medium', 'large', 'full'])
})

test('each size is wider than the previous one, in every window [UI-15]', () => {
  for (const windowWidth of [1_024, 1_280, 1_920]) {
    const widths = modalSizes.map((size) => modalWidth(size, windowWidth))
    expect(widths).toEqual(widths.toSorted((a, b) => a - b))
    expect(new Set(widths).size).toBe(modalSizes.length)
  }
})

test.each([768, 1_024, 1_280, 1_600])('a dialog changes its width at %i [UI-17]', (breakpoint) => {
  const changes = modalSizes.filter((size) => modalWidth(size, breakpoint) !== modalWidth(size, breakpoint - 1))
  expect(changes).toContain('large')
})

test('a dialog never leaves the window', () => {
  expect(modalSizes.map((size) => modalWidth(size, 390))).toEqual([358, 358, 358, 358, 358])
})
