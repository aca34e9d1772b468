import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LogAbout } from '#shared/playbooks/log-part.ts'
import type { RunTry } from '#shared/playbooks/run-part.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { actionQuery } from './run-api.ts'
import { StepDetail } from './step-detail.tsx'

const shown: RunTry = {
  kind: 'try',
  id: 'a',
  name: 'first',
  playbook_run_id: 'r',
  status: 'running',
  scheduled_time: '2026-11-22T21:20:01Z',
  start_time: null,
  end_time: null,
  retry_count: 0,
  agent: null,
  error: null,
  artifacts: [],
}
const step = { name: 'first', kind: 'exec', retries: 0, tries: [shown], status: 'running' }
const about: LogAbout = { kind: 'about', total: 0, ended: false, ansi: false, notes: [] }

test.each([
  [{ rows: [{ pod: 'shop-1' }], count: 1 }, ['Rows', 'Count'], /^2 lines/],
  [{ args: ['bash', '-c', 'true'], exitCode: 0 }, ['All', 'Script'], 'No output'],
])('a step that wrote nothing shows what it was run for: %j', (result, tabs, text) => {
  const { client, show } = createFakeLiveClient()
  show({ status: 'live', rows: new Map([['about', { ...about, ended: true } as never]]) })
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const detail = { id: 'a', name: 'first', status: 'completed', artifacts: [], result }
  queries.setQueryData(actionQuery('a', 'completed').queryKey, detail as never)
  const over: RunTry = { ...shown, status: 'completed' }
  render(
    <QueryClientProvider client={queries}>
      <LiveProvider client={client}>
        <StepDetail step={{ ...step, tries: [over] }} shown={over} />
      </LiveProvider>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs)
  expect(screen.getByText(text)).toBeDefined()
})

test.each([
  [{ ...about, comesAtEnd: true } as const, 'Output appears when the step ends'],
  [about, 'No output yet'],
])('a running step without output shows when to expect it: %j', (known, title) => {
  const { client, show } = createFakeLiveClient()
  show({ status: 'live', rows: new Map([['about', known as never]]) })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveProvider client={client}>
        <StepDetail step={step} shown={shown} />
      </LiveProvider>
    </QueryClientProvider>,
  )
  expect(screen.getByText(title)).toBeDefined()
})
