import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePausedRows } from './use-paused-rows.ts'

interface Row {
  readonly id: string
  readonly text: string
}
const getId = ({ id }: Row) => id
const markRemoved = ({ id }: Row): Row => ({ id, text: 'gone' })
const makeRows = (...ids: string[]): Row[] => ids.map((id) => ({ id, text: 'old' }))
const show = (wanted: readonly Row[]) =>
  renderHook(({ rows, isPaused, view }) => usePausedRows(rows, { getId, isPaused, view, markRemoved }), {
    initialProps: { rows: wanted, isPaused: false, view: 'all' },
  })

test('paused rows keep their order and show new content', () => {
  const { result, rerender } = show(makeRows('a', 'b', 'c'))
  const next = [{ id: 'c', text: 'new' }, ...makeRows('d', 'a')]
  rerender({ rows: next, isPaused: true, view: 'all' })
  expect(result.current.rows).toEqual([...makeRows('a'), { id: 'b', text: 'gone' }, { id: 'c', text: 'new' }])
  expect(result.current.waiting).toBe(3)
})

test('resuming, applying and a view change show everything', () => {
  const next = makeRows('b', 'a')
  const { result, rerender } = show(makeRows('a', 'b'))
  rerender({ rows: next, isPaused: true, view: 'all' })
  expect(result.current.rows.map(getId)).toEqual(['a', 'b'])
  act(() => result.current.apply())
  expect([result.current.rows.map(getId), result.current.waiting]).toEqual([['b', 'a'], 0])
  rerender({ rows: makeRows('x'), isPaused: true, view: 'search x' })
  expect(result.current.rows.map(getId)).toEqual(['x'])
  rerender({ rows: makeRows('y'), isPaused: true, view: 'search x' })
  rerender({ rows: makeRows('y'), isPaused: false, view: 'search x' })
  expect(result.current.rows.map(getId)).toEqual(['y'])
})
