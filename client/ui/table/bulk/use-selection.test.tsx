import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.tsx'

const getKey = (row: string) => row
const bulk = {
  one: 'row',
  many: 'rows',
  getName: getKey,
  actions: [{ label: 'Run', done: 'run', act: () => Promise.resolve() }],
}

test('a range leaves out rows that cannot be selected', () => {
  const rows = ['a', 'group', 'b', 'c']
  const { result } = renderHook(() => useSelection({ rows, getKey, bulk, isSelectable: (row) => row !== 'group' }))
  act(() => result.current.context.select('a', true, false))
  act(() => result.current.context.select('b', true, true))
  expect(result.current.selected).toEqual(['a', 'b'])
})
