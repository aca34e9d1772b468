import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LogAbout } from '#shared/playbooks/log-part.ts'
import type { RunTry } from '#shared/playbooks/run-part.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
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
