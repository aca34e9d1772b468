import { expect, test } from 'vitest'
import { canMoveColumn, moveColumn, pinColumn, showColumn } from './change-column.ts'
import { noSettings, orderColumns, resizeColumn, type ColumnSettings } from './column-settings.ts'

const columns = ['state', 'name', 'type', 'age'].map((id) => ({ id, title: id }))
const withButton = [...columns, { id: 'act', title: '' }]
const ids = (settings: ColumnSettings) =>
  orderColumns(columns, settings)
    .map(({ id }) => id)
    .join(' ')

test('a move swaps neighbours, within pinned and within other columns', () => {
  const moved = moveColumn(columns, noSettings, 'age', -1)
  expect(ids(moved)).toBe('state name age type')
  const pinned = pinColumn(moved, 'age', true)
  expect(ids(pinned)).toBe('age state name type')
  expect(canMoveColumn(columns, pinned, 'age', 1)).toBe(false)
  expect(canMoveColumn(columns, pinned, 'state', -1)).toBe(false)
  expect(ids(pinColumn(pinned, 'age', false))).toBe('state name age type')
})

test('nothing moves past the buttons at the end', () => {
  expect(canMoveColumn(withButton, noSettings, 'age', 1)).toBe(false)
  expect(moveColumn(withButton, noSettings, 'age', 1)).toBe(noSettings)
})

test('one column is hidden and resized without the others', () => {
  const changed = resizeColumn(showColumn(noSettings, 'type', false), 'name', 120.4)
  expect(changed).toEqual({ ...noSettings, shown: { type: false }, widths: { name: 120 } })
  expect(resizeColumn(changed, 'name', null).widths).toEqual({})
})
