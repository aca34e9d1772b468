import { expect, test } from 'vitest'
import {
  canMoveColumn,
  formatColumnSettings,
  moveColumn,
  noSettings,
  orderColumns,
  parseColumnSettings,
  pinColumn,
  resizeColumn,
  showColumn,
  type ColumnSettings,
} from './column-settings.ts'

const columns = ['state', 'name', 'type', 'age'].map((id) => ({ id, title: id }))
const withButton = [...columns, { id: 'act', title: '' }]
const ids = (settings: ColumnSettings, declared = columns) =>
  orderColumns(declared, settings)
    .map(({ id }) => id)
    .join(' ')

test('settings are one line of text and survive it', () => {
  const settings: ColumnSettings = {
    shown: { type: false, owner: true },
    pinned: ['name'],
    widths: { name: 220 },
    order: ['state', 'age', 'name'],
  }
  const text = 'hide.type show.owner pin.name width.name.220 order.state.age.name'
  expect(formatColumnSettings(settings)).toBe(text)
  expect(parseColumnSettings(text)).toEqual(settings)
  expect(formatColumnSettings(noSettings)).toBe('')
})

test('unknown and invalid words are ignored, widths are limited', () => {
  expect(parseColumnSettings('fold.name width.name.wide pin hide.type width.age.9999999')).toEqual({
    ...noSettings,
    shown: { type: false },
    widths: { age: 2_000 },
  })
})

test('a column that the order does not name follows its predecessor', () => {
  expect(ids({ ...noSettings, order: ['age', 'name', 'gone'] })).toBe('state age name type')
})

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
