import { expect, test } from 'vitest'
import { fitRows, type LineKind } from '#shared/wall/fit-rows.ts'

const makeFailures = (count: number): LineKind[] => Array.from({ length: count }, () => 'failure')

test('shows lines with messages, then single lines, then pages', () => {
  expect(fitRows([...makeFailures(3), 'stale'], 12)).toEqual({ twoLined: 4, pages: [{ from: 0, to: 4, more: 0 }] })
  expect(fitRows([...makeFailures(5), 'stale'], 12)).toEqual({ twoLined: 0, pages: [{ from: 0, to: 6, more: 0 }] })
  expect(fitRows(makeFailures(12), 12)).toEqual({
    twoLined: 0,
    pages: [
      { from: 0, to: 5, more: 7 },
      { from: 5, to: 10, more: 2 },
      { from: 10, to: 12, more: 0 },
    ],
  })
})

test('the first lines show their messages in the room that single lines leave', () => {
  expect(fitRows([...makeFailures(4), 'stale'], 13)).toEqual({ twoLined: 2, pages: [{ from: 0, to: 5, more: 0 }] })
  expect(fitRows(['correlated', ...makeFailures(3)], 12.1).twoLined).toEqual(2)
})

test('correlated failures reduce the space of the remaining lines', () => {
  expect(fitRows(['correlated', ...makeFailures(20)], 12).pages[0]).toEqual({ from: 0, to: 3, more: 18 })
})

test('handles an empty list, a page without space, and more lines than fit', () => {
  expect(fitRows([], 12)).toEqual({ twoLined: 0, pages: [{ from: 0, to: 0, more: 0 }] })
  expect(fitRows(makeFailures(2), 1).pages).toEqual([
    { from: 0, to: 1, more: 1 },
    { from: 1, to: 2, more: 0 },
  ])
  const { pages } = fitRows(makeFailures(5_000), 12)
  expect([pages.length, pages.at(-1)]).toEqual([12, { from: 55, to: 60, more: 4_940 }])
})
