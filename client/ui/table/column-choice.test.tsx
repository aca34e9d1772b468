import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { changeColumns, choiceSchema, useColumnChoice } from './column-choice.ts'
import { noSettings, resizeColumn } from './column-settings.ts'

afterEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  changeColumns('users', noSettings)
})

function Shown({ table }: { readonly table: string }) {
  return <p>{JSON.stringify(useColumnChoice(table).shown)}</p>
}

test('reads the hidden columns that older versions stored', () => {
  const stored = { tables: { jobs: { agent: false, failed: true }, users: 'hide.email' } }
  expect(choiceSchema.parse(stored)).toEqual({ tables: { jobs: 'hide.agent show.failed', users: 'hide.email' } })
})

test('columns in the address replace the stored ones and are changed there', () => {
  changeColumns('users', { ...noSettings, shown: { email: false } })
  window.history.replaceState(null, '', '/settings/users?columns.users=hide.roles')
  render(<Shown table="users" />)
  expect(screen.getByText('{"roles":false}')).toBeDefined()
  act(() => changeColumns('users', resizeColumn({ ...noSettings, shown: { name: true } }, 'name', 200)))
  expect(window.location.search).toBe('?columns.users=show.name+width.name.200')
  expect(screen.getByText('{"name":true}')).toBeDefined()
})
