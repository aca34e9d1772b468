import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ResultStrip } from './result-strip.tsx'

test('a strip that fills its slots draws missing results before a short history', () => {
  const { container } = render(<ResultStrip results="p" slots={12} fills />)
  expect(container.querySelector('.result-strip-gap')?.getAttribute('d')?.split('z')).toHaveLength(12)
  expect(screen.getByRole('img', { name: '0 failed of 1' })).toBeDefined()
})
