import { expect, test } from 'vitest'
import { layOutColumns, layOutSnugly } from './lay-out-columns.ts'
import type { ListColumn } from './list-column.ts'

const column = (id: string, sizes: Partial<ListColumn<string>>) => ({
  column: { id, title: id, rank: 0, cell: () => null, ...sizes },
  widthPx: null,
  stuckAtPx: null,
})
const state = column('state', { width: 60 })
const name = column('name', { minWidth: 100 })
const message = column('message', { minWidth: 200, flex: 3 })
const place = column('place', { minWidth: 40, maxWidth: 60 })
const widths = (...laidOut: Parameters<typeof layOutColumns<string>>) =>
  layOutColumns(...laidOut).map(({ width }) => width)

test('flexible columns share the room beyond their least widths, the largest takes the rest', () => {
  expect(widths([state, name, message], 760, 1)).toEqual([60, 200, undefined])
  expect(widths([state, name, message], 760, 2)).toEqual([120, 400, undefined])
})

test('a column is never wider than its maximum', () => {
  expect(widths([place, message], 1_000, 1)).toEqual([60, undefined])
})

test('flexible columns are equal before the table is measured and without enough room', () => {
  expect(widths([state, name, message], Infinity, 1)).toEqual([60, undefined, undefined])
  expect(widths([state, name, message], 300, 1)).toEqual([60, undefined, undefined])
})

test('a table of chosen widths alone keeps one column flexible', () => {
  const chosen = { ...state, widthPx: 90 }
  expect(widths([chosen, column('age', { width: 70 })], 400, 1)).toEqual([90, undefined])
})

test('in a snug table fixed columns shrink to their content and the others share the rest without growing with their text', () => {
  const laidOut = layOutSnugly([state, name, message], 4, 'flex')
  expect(laidOut.map(({ width, maxWidth, isSnug = false }) => ({ width, maxWidth, isSnug }))).toEqual([
    { width: 1, maxWidth: 240, isSnug: true },
    { width: '25%', maxWidth: 0, isSnug: false },
    { width: '75%', maxWidth: 0, isSnug: false },
  ])
  const byLeast = layOutSnugly([state, name, message], 1, 'minWidth')
  expect(byLeast.map(({ width }) => Number.parseInt(String(width), 10))).toEqual([1, 33, 66])
})
