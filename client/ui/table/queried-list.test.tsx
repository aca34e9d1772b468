import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Sorting } from '#client/lib/address/table-state.ts'
import type { ListColumn } from './list-column.ts'
import { ListFrame } from './list-frame.tsx'
import type { ListPage, Range } from './list-pages.ts'
import { useQueriedList } from './queried-list.ts'

interface Finding {
  readonly name: string
  readonly severity: 'high' | 'low'
}

const columns: readonly ListColumn<Finding>[] = [
  { id: 'name', title: 'Name', rank: 0, isSortable: true, text: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'severity',
    title: 'Severity',
    rank: 0,
    text: ({ severity }) => severity,
    sortsBy: ({ severity }) => (severity === 'high' ? 2 : 1),
    cell: ({ severity }) => severity,
  },
  { id: 'act', title: '', rank: 0, text: () => 'delete', cell: () => 'Delete' },
]
const getName = ({ name }: Finding) => name
const findings = (amount: number): readonly Finding[] =>
  Array.from({ length: amount }, (_, index) => ({
    name: `finding ${index}`,
    severity: index === amount - 1 ? 'high' : 'low',
  }))

type Read = (range: Range) => Promise<ListPage<Finding>>
const createBackend = (all: readonly Finding[]) =>
  vi.fn<Read>(async ({ offset, limit }) => ({ rows: all.slice(offset, offset + limit), total: all.length }))

interface ListProps {
  readonly read: Read
  readonly usual?: Sorting | null
}

function List({ read, usual = null }: ListProps) {
  const source = useQueriedList({ queryKey: ['findings'], columns, getKey: getName, read, usual })
  return <ListFrame table="findings" label="Findings" source={source} getKey={getName} facts={[]} nothing={null} />
}

const show = (read: Read, usual: Sorting | null = null) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List read={read} usual={usual} />
    </QueryClientProvider>,
  )
const firstName = () => screen.getAllByRole('row')[1]?.querySelector('td')?.textContent
const sortBy = (title: string) => fireEvent.click(screen.getByRole('button', { name: title }))

beforeEach(() => window.history.replaceState(null, '', '/findings?pageSize=50'))

test('requests only the shown page', async () => {
  const read = createBackend(findings(1_200))
  show(read)
  await screen.findByText('finding 0')
  expect(read.mock.calls.map(([range]) => range)).toEqual([{ offset: 0, limit: 50 }])
})

test('loads and sorts all rows by a column that the backend cannot sort by, highest first', async () => {
  const read = createBackend(findings(1_200))
  show(read)
  await screen.findByText('finding 0')
  sortBy('Severity')
  sortBy('Severity')
  await waitFor(() => expect(firstName()).toBe('finding 1199'))
  expect(screen.getAllByRole('row')).toHaveLength(51)
  expect(read.mock.calls.slice(1).map(([{ offset }]) => offset)).toEqual([0, 500, 1_000])
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(firstName()).toBe('finding 49'))
  expect(read).toHaveBeenCalledTimes(4)
})

test('the usual order can be one that the backend does not have', async () => {
  show(createBackend(findings(1_200)), { id: 'severity', desc: true })
  await waitFor(() => expect(firstName()).toBe('finding 1199'))
  expect(window.location.search).toBe('?pageSize=50')
})

test('shows how many rows were sorted when there are more', async () => {
  const read = createBackend(findings(7_000))
  show(read)
  await screen.findByText('finding 0')
  sortBy('Severity')
  expect(await screen.findByText('sorted among the first 5,000')).toBeDefined()
  expect(read).toHaveBeenCalledTimes(1 + 10)
})

test('requests one page for a backend column, and a button column has no order', async () => {
  const read = createBackend(findings(1_200))
  show(read)
  await screen.findByText('finding 0')
  sortBy('Name')
  expect(window.location.search).toBe('?pageSize=50&sortBy=name&sortOrder=asc')
  expect(read).toHaveBeenCalledTimes(1)
  expect(screen.getAllByRole('columnheader').map((head) => head.querySelector('button') !== null)).toEqual([
    true,
    true,
    false,
  ])
})
