import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePausedRows } from './use-paused-rows.ts'

interface Row {
  readonly id: string
  readonly said: string
}
const idOf = ({ id }: Row) => id
const asGone = ({ id }: Row): Row => ({ id, said: 'gone' })
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id, said: 'old' }))
const show = (wanted: readonly Row[]) =>
  renderHook(({ rows, isPaused, view }) => usePausedRows(rows, { idOf, isPaused, view, asGone }), {
    initialProps: { rows: wanted, isPaused: false, view: 'all' },
  })

test('held rows keep their places and say what is new', () => {
  const { result, rerender } = show(rowsOf('a', 'b', 'c'))
  const next = [{ id: 'c', said: 'new' }, ...rowsOf('d', 'a')]
  rerender({ rows: next, isPaused: true, view: 'all' })
  expect(result.current.rows).toEqual([...rowsOf('a'), { id: 'b', said: 'gone' }, { id: 'c', said: 'new' }])
  expect(result.current.waiting).toBe(3)
})

test('letting go, applying, and the person’s own change of view show everything', () => {
  const next = rowsOf('b', 'a')
  const { result, rerender } = show(rowsOf('a', 'b'))
  rerender({ rows: next, isPaused: true, view: 'all' })
  expect(result.current.rows.map(idOf)).toEqual(['a', 'b'])
  act(() => result.current.apply())
  expect([result.current.rows.map(idOf), result.current.waiting]).toEqual([['b', 'a'], 0])
  rerender({ rows: rowsOf('x'), isPaused: true, view: 'search x' })
  expect(result.current.rows.map(idOf)).toEqual(['x'])
  rerender({ rows: rowsOf('y'), isPaused: true, view: 'search x' })
  rerender({ rows: rowsOf('y'), isPaused: false, view: 'search x' })
  expect(result.current.rows.map(idOf)).toEqual(['y'])
})
