import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHold } from './use-hold.ts'

function Table({ onHold }: { readonly onHold: (held: boolean) => void }) {
  return (
    <div data-testid="table" {...useHold(onHold)}>
      <button type="button">cell</button>
    </div>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

const begin = () => {
  const changes: boolean[] = []
  render(<Table onHold={(held) => changes.push(held)} />)
  return { changes, table: screen.getByTestId('table'), cell: screen.getByRole('button') }
}

test('holds while the pointer is over the table or the focus in it', () => {
  const { changes, table, cell } = begin()
  fireEvent.pointerEnter(table)
  act(() => cell.focus())
  fireEvent.pointerLeave(table)
  expect(changes).toEqual([true])
  act(() => cell.blur())
  expect(changes).toEqual([true, false])
})

test('a removed focused element does not hold after the pointer leaves', () => {
  const { changes, table, cell } = begin()
  fireEvent.pointerEnter(table)
  fireEvent.focus(cell)
  cell.remove()
  fireEvent.pointerLeave(table)
  expect(changes).toEqual([true, false])
})

test('a pointer resting for a minute stops holding until it moves', () => {
  const { changes, table } = begin()
  fireEvent.pointerEnter(table)
  pass(59_000)
  fireEvent.pointerMove(table)
  pass(59_000)
  expect(changes).toEqual([true])
  pass(1_000)
  expect(changes).toEqual([true, false])
  fireEvent.pointerMove(table)
  expect(changes).toEqual([true, false, true])
})

test('a key press in the table counts as activity', () => {
  const { changes, cell } = begin()
  fireEvent.focus(cell)
  pass(50_000)
  fireEvent.keyDown(cell, { key: 'ArrowDown' })
  pass(50_000)
  expect(changes).toEqual([true])
})
