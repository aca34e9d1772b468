import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobHistory } from '#shared/jobs/job-topics.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { ResourcePage } from './resource-page.tsx'

const id = '0195c0de-0000-7000-8000-000000000001'
beforeEach(() => {
  window.history.replaceState(null, '', '?tab=jobs')
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('/resources/spec-text') ? { text: null } : [{ id, name: 'web', source: 'UI', spec: {} }],
    ),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const draw = (roles: readonly string[]) =>
  render(
    <WithConsole roles={[...roles]}>
      <LiveRows rows={{ [jobHistory.name]: { totals: { kind: 'totals', all: 0, hiddenGood: null } } }}>
        <ResourcePage table="canaries" id={id} />
      </LiveRows>
    </WithConsole>,
  )

test('shows when no job ran for the resource, and needs read on the job history [JOBS-19,SET-13]', async () => {
  const { unmount } = draw(['admin'])
  expect(await screen.findByRole('heading', { name: 'No job runs for this resource' })).toBeDefined()
  unmount()
  draw([])
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toMatch(/^Unauthorized/)
})
