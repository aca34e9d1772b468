import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Crash } from '#client/ui/feedback/crash.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { PageBoundary } from './page-boundary.tsx'

let broken = true
function Fragile() {
  if (broken) throw new Error('check 0195c0de has no canary')
  return <p>All is well</p>
}

test('a crashed page shows an error page, is logged and can be retried [ERR-35,ERR-36]', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  broken = true
  render(
    <PageBoundary>
      <Fragile />
    </PageBoundary>,
  )
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Sorry.. there was an error')
  expect(screen.getByRole('main').textContent).toContain('check 0195c0de has no canary')
  expect(logged.mock.calls.flat().some((message) => String(message).includes('check 0195c0de has no canary'))).toBe(
    true,
  )
  broken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('All is well')).toBeDefined()
})

test('offers to reload when a newer build has replaced the code of the page', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  render(<Crash error={error} onRetry={() => undefined} />)
  expect(screen.getByRole('heading').textContent).toBe('This page could not be loaded')
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeDefined()
})

const caused = new Error('scrape failed', { cause: new Error('403 for pods/log') })

test('an error panel shows the message or a generic one [ERR-33]', () => {
  const { rerender } = render(<ErrorPanel error={caused} />)
  expect(screen.getByRole('alert').textContent).toContain('scrape failed')
  rerender(<ErrorPanel error={null} />)
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
})

test('an error panel shows stack and cause on request, unless they are hidden [ERR-34]', () => {
  const { rerender } = render(<ErrorPanel error={caused} />)
  fireEvent.click(screen.getByRole('button', { name: 'Details' }))
  expect(screen.getByRole('alert').textContent).toContain('Cause: 403 for pods/log')
  expect(screen.getByRole('alert').textContent).toContain('page-boundary.test')
  rerender(<ErrorPanel key="hidden" error={caused} detailsHidden />)
  expect(screen.queryByRole('button', { name: 'Details' })).toBeNull()
})
