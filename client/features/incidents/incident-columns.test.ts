import { expect, test } from 'vitest'
import { noSettings } from '#client/ui/table/column-settings.ts'
import { fitColumns } from '#client/ui/table/fit-columns.ts'
import { layOutColumns } from '#client/ui/table/lay-out-columns.ts'
import { incidentColumns, incidentPhoneColumns, incidentWallColumns } from './incident-columns.tsx'

test.each([1_176, 1_300, 1_656])('in %i px a title has at least 210 px beside the last comment', (room) => {
  const { fitted } = fitColumns(incidentColumns, room, noSettings)
  expect(fitted.map(({ column }) => column.id)).toContain('word')
  const laidOut = layOutColumns(fitted, room, 1)
  const others = laidOut.flatMap(({ column, width }) => (column.id === 'title' ? [] : [Number(width)]))
  const title = room - others.reduce((sum, width) => sum + width, 0)
  expect(title).toBeGreaterThanOrEqual(210)
})

test('a wall of 1080 lines shows the age beside the title', () => {
  const { fitted } = fitColumns(incidentWallColumns, 440, noSettings)
  expect(fitted.map(({ column }) => column.id)).toEqual(['state', 'severity', 'title', 'age'])
})

test('a phone shows the age beside the title and its acknowledgement', () => {
  const { fitted } = fitColumns(incidentPhoneColumns, 390, noSettings)
  expect(fitted.map(({ column }) => column.id)).toEqual(['state', 'severity', 'title', 'age', 'acknowledged'])
})
