import { expect, test } from 'vitest'
import { truncate } from './check-cells.tsx'

test('a long text is cut for its tooltip, a short one is not [HEALTH-25]', () => {
  expect(truncate('short')).toBe('short')
  expect(truncate('x'.repeat(500))).toBe(`${'x'.repeat(199)}…`)
})

test('does not split surrogate pairs', () => {
  expect(truncate('😀😀😀😀', 3)).toBe('😀😀…')
})
