import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jobHistory } from '#shared/jobs/job-topics.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { ResourcePage } from './resource-page.tsx'

const draw = (roles: readonly string[]) =>
  render(
    <WithConsole roles={[...roles]}>
      <LiveRows rows={{ [jobHistory.name]: { totals: { kind: 'totals', all: 0, hiddenGood: null } } }}>
        <ResourcePage table="canaries" id="c1" />
      </LiveRows>
    </WithConsole>,
  )

test('the tab of a resource says when no job ran for it, and needs the right to read the history [JOBS-19]', () => {
  const { unmount } = draw(['admin'])
  expect(screen.getByRole('heading', { name: 'No job ran for this resource' })).toBeDefined()
  unmount()
  draw([])
  expect(screen.getByRole('heading', { level: 2 }).textContent).toMatch(/^Unauthorized/)
})
