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

test('a table is held while the pointer is over it or the focus in it, and until both are gone', () => {
  const { changes, table, cell } = begin()
  fireEvent.pointerEnter(table)
  act(() => cell.focus())
  fireEvent.pointerLeave(table)
  expect(changes).toEqual([true])
  act(() => cell.blur())
  expect(changes).toEqual([true, false])
})

test('what had the focus and is gone holds nothing once the pointer leaves', () => {
  const { changes, table, cell } = begin()
  fireEvent.pointerEnter(table)
  fireEvent.focus(cell)
  cell.remove()
  fireEvent.pointerLeave(table)
  expect(changes).toEqual([true, false])
})

test('a pointer that lies on the table for a minute holds nothing any more, until it stirs', () => {
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

test('a key in the table counts as being at work', () => {
  const { changes, cell } = begin()
  fireEvent.focus(cell)
  pass(50_000)
  fireEvent.keyDown(cell, { key: 'ArrowDown' })
  pass(50_000)
  expect(changes).toEqual([true])
})
