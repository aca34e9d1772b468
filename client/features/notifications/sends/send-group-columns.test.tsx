import { expect, test } from 'vitest'
import { noSettings } from '#client/ui/table/column-settings.ts'
import { fitColumns } from '#client/ui/table/fit-columns.ts'
import { sendGroupColumns, toWallColumns } from './send-group-columns.tsx'

test('a wall of 1080 lines shows what happened to which resource', () => {
  const columns = sendGroupColumns({ onToggle: () => undefined, onOpen: () => undefined })
  const shown = (all: typeof columns) => fitColumns(all, 400, noSettings).fitted.map(({ column }) => column.title)
  expect(shown(columns)).not.toContain('Message or recipient')
  expect(shown(toWallColumns(columns))).toEqual(['Resource', 'Message or recipient', 'Last'])
})
