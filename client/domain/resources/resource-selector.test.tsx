import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { FoundResource } from '#machines/shell/resource-search-machine.ts'
import { ResourceSelector } from './resource-selector.tsx'

const authorize: FoundResource = { id: '1', name: 'authorize', kind: 'check', type: 'http', namespace: 'payments' }

const selector = (search: (text: string) => Promise<readonly FoundResource[]>) => {
  const onSelect = vi.fn<(resource: FoundResource) => void>()
  render(<ResourceSelector label="Resource" search={search} onSelect={onSelect} />)
  const input = screen.getByRole('combobox', { name: 'Resource' })
  return { onSelect, input, type: (text: string) => fireEvent.change(input, { target: { value: text } }) }
}

test('without text shows Start typing to search [UI-55]', () => {
  selector(() => Promise.resolve([]))
  expect(screen.getByText('Start typing to search')).toBeDefined()
})

test('without results shows No options found [UI-56]', async () => {
  const { type } = selector(() => Promise.resolve([]))
  type('type=Kubernetes::Pod health=unhealthy')
  expect(await screen.findByText('No options found')).toBeDefined()
})

test('Enter selects a result', async () => {
  const { type, input, onSelect } = selector(() => Promise.resolve([authorize]))
  type('auth')
  expect((await screen.findByRole('option')).textContent).toBe('authorizehttp in payments')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onSelect).toHaveBeenCalledWith(authorize)
})

test('a failed search shows its error', async () => {
  const { type } = selector(() => Promise.reject(new Error('unbalanced parenthesis')))
  type('(')
  expect(await screen.findByText('unbalanced parenthesis')).toBeDefined()
})
