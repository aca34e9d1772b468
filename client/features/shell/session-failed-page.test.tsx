import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SessionFailedPage } from './session-failed-page.tsx'

test.each([401, 403])('a rejection with %i is an error page with its reason and a retry [ERR-08]', (status) => {
  const onRetry = vi.fn<() => void>()
  const failure = { reason: 'unauthorized. Access Denied', status, where: 'GET /api/auth/whoami' }
  render(<SessionFailedPage failure={failure} unreachable={false} onRetry={onRetry} />)
  expect(screen.getByRole('heading').textContent).toBe('Could not load your account')
  expect(screen.getByRole('main').textContent).toContain('unauthorized. Access Denied')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('shows an unreachable server as such and retries', () => {
  const failure = { reason: 'Network Error. Please try again.' }
  render(<SessionFailedPage failure={failure} unreachable onRetry={() => undefined} />)
  expect(screen.getByRole('heading').textContent).toBe('The console cannot reach its server')
  expect(screen.getByRole('main').textContent).toContain('Retrying every few seconds. The console opens automatically.')
})
