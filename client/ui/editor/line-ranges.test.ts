import { expect, test } from 'vitest'
import { readLines, selectLines, writeLines } from './line-ranges.ts'

test('line ranges survive a round trip through an address', () => {
  expect(readLines('12,4-6,5')).toEqual([4, 5, 6, 12])
  expect(writeLines([4, 5, 6, 12])).toBe('4-6,12')
  expect(writeLines([])).toBe('')
})

test('ignores invalid lines and limits ranges', () => {
  expect(readLines('0,x,-3,7-,9')).toEqual([9])
  expect(readLines('1-9999999')).toHaveLength(200)
  expect(readLines('6-4')).toEqual([4, 5, 6])
})

test('selects one line, extends up to a line, or adds lines', () => {
  expect(selectLines([], { from: 4, to: 4, how: 'alone' })).toEqual([4])
  expect(selectLines([4], { from: 4, to: 4, how: 'alone' })).toEqual([])
  expect(selectLines([4], { from: 7, to: 7, how: 'extend' })).toEqual([4, 5, 6, 7])
  expect(selectLines([4, 5, 6], { from: 2, to: 2, how: 'extend' })).toEqual([2, 3, 4, 5, 6])
  expect(selectLines([4], { from: 7, to: 7, how: 'toggle' })).toEqual([4, 7])
  expect(selectLines([4, 7], { from: 4, to: 4, how: 'toggle' })).toEqual([7])
  expect(selectLines([], { from: 3, to: 5, how: 'alone' })).toEqual([3, 4, 5])
})
