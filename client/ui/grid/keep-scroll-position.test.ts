import { expect, test } from 'vitest'
import { keepScrollPosition } from './keep-scroll-position.ts'

const scrolled = (before: string, after: string, scrollTop: number) =>
  keepScrollPosition({ before: before.split(''), after: after.split(''), scrollTop, rowHeight: 28 })

test.each([
  ['rows that come above push nothing out of its place', 'abcd', 'xyabcd', 40, 40 + 56],
  ['rows that go above pull nothing', 'abcd', 'bcd', 40, 12],
  ['the next row counts where the first in view is gone', 'abcd', 'xacd', 28, 28],
  ['a list at its top stays there', 'abcd', 'xyabcd', 0, 0],
  ['a list of other rows stays as far scrolled as it was', 'abcd', 'wxyz', 40, 40],
  ['what moved up to the top is followed there, and no further', 'abcd', 'cdab', 60, 4],
])('%s', (_case, before, after, scrollTop, then) => {
  expect(scrolled(before, after, scrollTop)).toBe(then)
})
