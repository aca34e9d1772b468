import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorColumn, plainColumn } from './column-kinds.tsx'

interface Row {
  readonly error: string | null
  readonly failed: boolean
}

const column = errorColumn<Row>(({ error }) => error, { title: 'Message', isWarning: ({ failed }) => !failed })

test.each([
  [{ error: 'refused', failed: true }, 'bad-text'],
  [{ error: 'refused', failed: false }, 'warn-text'],
] as const)('an error is a text with its tooltip: %j', (row, look) => {
  render(column.cell(row))
  const text = document.querySelector('[title="refused"]')
  expect([text?.textContent, text?.className]).toEqual(['refused', `cut ${look}`])
  expect(column.cell({ ...row, error: null })).toBeNull()
})

test('a plain column shows the value that it exports, or a placeholder', () => {
  const { text, cell } = plainColumn<Row>(({ error }) => error, {
    id: 'error',
    title: 'Error',
    rank: 1,
    className: 'dim',
    none: '–',
  })
  const [full, empty] = [
    { error: 'refused', failed: true },
    { error: null, failed: false },
  ]
  const { container } = render(
    <>
      {cell(full)}
      {cell(empty)}
    </>,
  )
  expect(container.innerHTML).toBe('<span class="dim">refused</span><span class="faint">–</span>')
  expect([text?.(full), text?.(empty)]).toEqual(['refused', null])
})
