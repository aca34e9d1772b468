import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastMessages } from '#client/testing/toast-messages.ts'
import { useToasts } from '#client/ui/feedback/toast-store.ts'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { wholeReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import type { BulkAction } from './bulk.ts'

interface Team {
  readonly name: string
  readonly isFixed?: boolean
}

const teams: readonly Team[] = [{ name: 'edge' }, { name: 'payments', isFixed: true }, { name: 'search' }]
const columns: readonly ListColumn<Team>[] = [{ id: 'name', title: 'Name', rank: 0, cell: ({ name }) => name }]
const nothing = () => undefined
const getName = ({ name }: Team) => name

function Teams({ action, onDone = nothing }: { readonly action: BulkAction<Team>; readonly onDone?: () => void }) {
  const source = useWholeList({ reading: { ...wholeReading, refresh: onDone }, columns, rows: teams })
  const bulk = { one: 'team', many: 'teams', getName, actions: [action] }
  return (
    <ListFrame table="teams" label="Teams" source={source} getKey={getName} facts={[]} nothing={null} bulk={bulk} />
  )
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const usualWidth = window.innerWidth
afterEach(() => {
  window.innerWidth = usualWidth
})
beforeEach(() => {
  window.innerWidth = 1440
  window.history.replaceState(null, '', '/teams')
  useToasts.setState({ toasts: [] })
})

test('asks before it acts on the selected rows that allow it, and keeps failed ones selected', async () => {
  const onDone = vi.fn<() => void>()
  const act = vi.fn<(team: Team) => Promise<void>>(async ({ name }) => {
    if (name === 'search') throw new Error('It is in use.')
  })
  const consequence = 'Members stay.'
  const action = { label: 'Delete', done: 'deleted', consequence, act, isPossible: ({ isFixed }: Team) => !isFixed }
  render(<Teams action={action} onDone={onDone} />)
  expect(screen.queryByRole('toolbar')).toBeNull()
  fireEvent.click(box('edge'))
  press('Select all 3')
  press('Delete (2)')
  expect(act).not.toHaveBeenCalled()
  expect(screen.getByRole('dialog', { name: 'Delete 2 teams?' }).textContent).toContain('edge, search. Members stay.')
  press('Delete 2 teams')
  await waitFor(() =>
    expect(toastMessages()).toEqual(['1 team deleted', '1 of 2 teams not deleted. search: It is in use.']),
  )
  expect(act.mock.calls.map(([team]) => team.name)).toEqual(['edge', 'search'])
  expect(onDone).toHaveBeenCalledOnce()
  expect(teams.filter(({ name }) => box(name).checked).map(getName)).toEqual(['search'])
})

test('Shift selects a range, Space selects the focused row, and an action without consequence starts at once', async () => {
  const act = vi.fn<(team: Team) => Promise<void>>(async () => undefined)
  render(<Teams action={{ label: 'Acknowledge', done: 'acknowledged', act }} />)
  fireEvent.click(box('edge'))
  fireEvent.click(box('search'), { shiftKey: true })
  expect(screen.getByText('3 selected')).toBeDefined()
  press('Clear selection')
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.activeElement ?? document.body, { key: ' ' })
  expect(box('edge').checked).toBe(true)
  press('Acknowledge')
  await waitFor(() => expect(toastMessages()).toEqual(['1 team acknowledged']))
  expect(screen.queryByRole('toolbar')).toBeNull()
})

test('a phone offers no selection', () => {
  window.innerWidth = 390
  render(<Teams action={{ label: 'Delete', done: 'deleted', act: async () => undefined }} />)
  expect(screen.queryByRole('checkbox')).toBeNull()
})
