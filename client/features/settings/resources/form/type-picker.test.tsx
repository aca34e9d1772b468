import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { editedKinds } from '#client/features/settings/resources/edited-kinds.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { checkTypes } from './spec-types.ts'
import { TypePicker } from './type-picker.tsx'

const onPick = vi.fn<(label: string) => void>()

beforeEach(() => {
  onPick.mockReset()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ type: 'object' })))
  render(
    <WithConsole roles={['admin']}>
      <TypePicker kind={editedKinds.canaries} types={checkTypes} onPick={onPick} />
    </WithConsole>,
  )
})

const labels = () => screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)

test('starts in the search, which narrows the types; Enter continues with the first', () => {
  const search = screen.getByRole('searchbox', { name: 'Search types' })
  expect(document.activeElement).toBe(search)
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(onPick).not.toHaveBeenCalled()
  fireEvent.change(search, { target: { value: 'sql s' } })
  expect(labels()).toEqual(['SQL Server'])
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(onPick.mock.calls).toEqual([['SQL Server']])
})

test('says that no type matches', () => {
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search types' }), { target: { value: 'no such type' } })
  expect(screen.getByText('No types match.')).toBeDefined()
})
