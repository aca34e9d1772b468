import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { playbookRun } from '#shared/playbooks/playbook-topics.ts'
import { resourceNameQuery } from '#client/domain/resources/resource-name.tsx'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { createRunHead } from '#client/testing/run-head.ts'
import { outputText, RunComparison } from './run-comparison.tsx'
import { toRunView } from './run-view.ts'

const [basket, vault] = ['01890a5d-0000-7000-8000-000000000001', '01890a5d-0000-7000-8000-000000000002']
const run = (id: string, check: string) =>
  createRunHead({
    id,
    status: 'completed',
    values: [
      { name: 'check', label: 'Check', type: 'check', value: check, secret: false },
      { name: 'pin', label: 'Pin', value: null, secret: true },
    ],
  })

const row = (name: string) => screen.getByRole('rowheader', { name }).parentElement

test('a comparison names the resources of both runs and hides secrets', () => {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } })
  queries.setQueryData(resourceNameQuery('checks', basket).queryKey, 'basket')
  queries.setQueryData(resourceNameQuery('checks', vault).queryKey, 'card vault')
  const view = toRunView([run('r2', vault)])
  if (view === null) throw new Error('The run has no head.')
  render(
    <QueryClientProvider client={queries}>
      <LiveRows rows={{ [playbookRun.name]: { r1: run('r1', basket) } }}>
        <RunComparison view={view} otherId="r1" step={null} onClose={() => undefined} />
      </LiveRows>
    </QueryClientProvider>,
  )
  expect(row('Check')?.textContent).toBe('Checkbasketcard vault')
  expect(row('Check')?.hasAttribute('data-changed')).toBe(true)
  expect(row('Pin')?.textContent).toBe('Pin••••••••••••••••')
})

test('output is stdout, then stderr, without colours and overwritten text', () => {
  expect(outputText({ stdout: '1 %\r2 %\n\u001B[32mdone\u001B[0m\n', stderr: 'slow', exitCode: 0 })).toBe(
    '2 %\ndone\nslow',
  )
})

test('a result without streams is shown whole', () => {
  expect(outputText({ rows: 2 })).toBe('{\n  "rows": 2\n}')
  expect(outputText(null)).toBe('')
})
