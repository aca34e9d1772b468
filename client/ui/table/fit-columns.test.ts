import { expect, test } from 'vitest'
import { noSettings, type ColumnSettings } from './column-settings.ts'
import { fitColumns } from './fit-columns.ts'

const column = (id: string, rank: number, width: number, isOptional = false) => ({
  id,
  title: id,
  rank,
  width,
  isOptional,
})
const columns = [column('state', 0, 50), column('name', 0, 200), column('type', 3, 100), column('since', 1, 80)]
const extra = column('owner', 2, 100, true)
const fit = (room: number, settings: Partial<ColumnSettings> = {}) =>
  fitColumns([...columns, extra], room, { ...noSettings, ...settings })
const names = (fitted: ReturnType<typeof fit>['fitted']) => fitted.map((each) => each.column.id).join(' ')

test.each([
  ['all that are wanted where there is room', 430, {}, 'state name type since'],
  ['the highest rank gives way first', 429, {}, 'state name since'],
  ['what answers the question stays, however narrow', 100, {}, 'state name'],
  ['a column that was hidden is nowhere', 1_000, { shown: { since: false } }, 'state name type'],
  ['an optional column comes when it is chosen', 1_000, { shown: { owner: true } }, 'state name type since owner'],
  ['what was chosen outlives what was not', 350, { shown: { type: true } }, 'state name type'],
  ['a pinned column comes first and stays', 350, { pinned: ['type'] }, 'type state name'],
  ['a resized column stays', 500, { widths: { type: 240 } }, 'state name type'],
])('%s', (_case, room, settings: Partial<ColumnSettings>, ids) => {
  expect(names(fit(room, settings).fitted)).toBe(ids)
})

test('columns of chosen widths that exceed the room scroll sideways, the pinned ones stay in place', () => {
  expect(fit(1_000, { pinned: ['name'] }).scrollsPx).toBeNull()
  const { scrollsPx, fitted } = fit(400, { pinned: ['name', 'type'], widths: { name: 300 } })
  expect(scrollsPx).toBe(450)
  expect(fitted.map((each) => [each.column.id, each.widthPx, each.stuckAtPx])).toEqual([
    ['name', 300, 0],
    ['type', 100, 300],
    ['state', 50, null],
  ])
})

test('declared widths never scroll sideways', () => {
  expect(fit(100).scrollsPx).toBeNull()
})
