import { expect, test } from 'vitest'
import { fitColumns, type ChosenColumns } from './fit-columns.ts'

const column = (id: string, rank: number, width: number, isOptional = false) => ({
  id,
  title: id,
  rank,
  width,
  isOptional,
})
const columns = [column('state', 0, 50), column('name', 0, 200), column('type', 3, 100), column('since', 1, 80)]
const extra = column('owner', 2, 100, true)
const shown = (room: number, chosen: ChosenColumns = {}) =>
  fitColumns([...columns, extra], room, chosen)
    .map(({ id }) => id)
    .join(' ')

test.each([
  ['all that are wanted where there is room', 430, {}, 'state name type since'],
  ['the highest rank gives way first', 429, {}, 'state name since'],
  ['what answers the question stays, however narrow', 100, {}, 'state name'],
  ['a column that was hidden is nowhere', 1_000, { since: false }, 'state name type'],
  ['an optional column comes when it is chosen', 1_000, { owner: true }, 'state name type since owner'],
  ['what was chosen outlives what was not', 350, { type: true }, 'state name type'],
])('%s', (_case, room, chosen: ChosenColumns, ids) => {
  expect(shown(room, chosen)).toBe(ids)
})
