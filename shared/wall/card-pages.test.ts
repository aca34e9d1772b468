import { expect, test } from 'vitest'
import { cardPages } from './card-pages.ts'

const room = { width: 39, height: 16 }

test('fits as many cards on a page as are readable', () => {
  expect(cardPages(9, room)).toEqual({ columns: 3, rows: 3, pages: 1 })
  expect(cardPages(10, room)).toEqual({ columns: 3, rows: 3, pages: 2 })
})

test('few cards fill the whole page', () => {
  expect(cardPages(4, room)).toEqual({ columns: 2, rows: 2, pages: 1 })
  expect(cardPages(2, room)).toEqual({ columns: 2, rows: 1, pages: 1 })
  expect(cardPages(0, room)).toEqual({ columns: 1, rows: 1, pages: 1 })
})

test('a wall that is too small for one card shows one', () => {
  expect(cardPages(3, { width: 5, height: 2 })).toEqual({ columns: 1, rows: 1, pages: 3 })
})
