import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { tableTopic } from '#shared/live/table-topic.ts'
import { ApiError, timedOutCode } from '#client/api/api-error.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { useTableChanges } from './use-table-changes.ts'

const table = tableTopic('things', 'database', 'things')

const toRows = (text: string) => new Map([['things', { table: 'things', mark: text } as never]])

const follow = (read: () => Promise<string>, markAtMount?: string) => {
  const { client, show } = createFakeLiveClient()
  if (markAtMount !== undefined) show({ status: 'live', rows: toRows(markAtMount) })
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queries.setQueryData(['things', 'other'], 'of another page')
  const { result } = renderHook(
    () => {
      useTableChanges(table, ['things'])
      return useQuery({ queryKey: ['things', 'all'], queryFn: read }).data
    },
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={queries}>
          <LiveProvider client={client}>{children}</LiveProvider>
        </QueryClientProvider>
      ),
    },
  )
  const mark = (text: string) => act(() => show({ status: 'live', rows: toRows(text) }))
  return { result, mark, queries }
}

test('queries of a table are refetched on every change', async () => {
  const read = vi.fn<() => Promise<string>>()
  read.mockImplementation(async () => `read ${read.mock.calls.length}`)
  const { result, mark, queries } = follow(read)
  await waitFor(() => expect(result.current).toBe('read 1'))
  mark('a')
  await waitFor(() => expect(result.current).toBe('read 2'))
  mark('a')
  mark('b')
  await waitFor(() => expect(result.current).toBe('read 3'))
  expect(read).toHaveBeenCalledTimes(3)
  expect(queries.getQueryState(['things', 'other'])?.isInvalidated).toBe(true)
})

test('a request sent before the first mark is shown and then repeated', async () => {
  const responses: ((text: string) => void)[] = []
  const { result, mark } = follow(() => new Promise((resolve) => responses.push(resolve)))
  await waitFor(() => expect(responses).toHaveLength(1))
  mark('a')
  responses[0]?.('from before')
  await waitFor(() => expect(result.current).toBe('from before'))
  await waitFor(() => expect(responses).toHaveLength(2))
  responses[1]?.('as it is')
  await waitFor(() => expect(result.current).toBe('as it is'))
})

test('a request sent when the mark is known is not repeated, until the mark changes', async () => {
  const read = vi.fn<() => Promise<string>>()
  read.mockImplementation(async () => `read ${read.mock.calls.length}`)
  const { result, mark, queries } = follow(read, 'a')
  await waitFor(() => expect(result.current).toBe('read 1'))
  expect(queries.getQueryState(['things', 'other'])?.isInvalidated).toBe(true)
  expect(queries.isFetching()).toBe(0)
  mark('b')
  await waitFor(() => expect(result.current).toBe('read 2'))
  expect(read).toHaveBeenCalledTimes(2)
})

test('the repeat of the first mark waits for the other requests of the page', async () => {
  const read = vi.fn<() => Promise<string>>()
  read.mockImplementation(async () => `read ${read.mock.calls.length}`)
  const { result, mark, queries } = follow(read)
  await waitFor(() => expect(result.current).toBe('read 1'))
  const responses: ((text: string) => void)[] = []
  const slow = new Promise<string>((resolve) => responses.push(resolve))
  const other = queries.fetchQuery({ queryKey: ['slow'], queryFn: () => slow })
  mark('a')
  await act(async () => undefined)
  expect(read).toHaveBeenCalledTimes(1)
  responses[0]?.('late')
  await other
  await waitFor(() => expect(result.current).toBe('read 2'))
})

test('a read that the database cancelled is not repeated by a change', async () => {
  const read = vi.fn<() => Promise<string>>(() =>
    Promise.reject(
      new ApiError({ kind: 'answered', message: 'slow', where: 'GET /api/db/x', status: 503, code: timedOutCode }),
    ),
  )
  const { mark, queries } = follow(read)
  await waitFor(() => expect(queries.getQueryState(['things', 'all'])?.status).toBe('error'))
  mark('a')
  await waitFor(() => expect(queries.getQueryState(['things', 'other'])?.isInvalidated).toBe(true))
  expect(read).toHaveBeenCalledTimes(1)
})
