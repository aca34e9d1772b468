import { expect, test } from 'vitest'
import {
  formatColumnSettings,
  noSettings,
  orderColumns,
  parseColumnSettings,
  type ColumnSettings,
} from './column-settings.ts'

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
  const columns = ['state', 'name', 'type', 'age'].map((id) => ({ id }))
  const ordered = orderColumns(columns, { ...noSettings, order: ['age', 'name', 'gone'] })
  expect(ordered.map(({ id }) => id)).toEqual(['state', 'age', 'name', 'type'])
})
