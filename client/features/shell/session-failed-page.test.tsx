import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SessionFailedPage } from './session-failed-page.tsx'

test.each([401, 403])('a refusal with %i is an error page that says why and offers another try [ERR-08]', (status) => {
  const onRetry = vi.fn<() => void>()
  const failure = { reason: 'unauthorized. Access Denied', status, where: 'GET /api/auth/whoami' }
  render(<SessionFailedPage failure={failure} unreachable={false} onRetry={onRetry} />)
  expect(screen.getByRole('heading').textContent).toBe('The console cannot tell who you are')
  expect(screen.getByRole('main').textContent).toContain('unauthorized. Access Denied')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a server that cannot be reached is said to be that, and is asked again', () => {
  const failure = { reason: 'Network Error. Please try again.' }
  render(<SessionFailedPage failure={failure} unreachable onRetry={() => undefined} />)
  expect(screen.getByRole('heading').textContent).toBe('The console cannot reach its server')
  expect(screen.getByRole('main').textContent).toContain('It asks again every few seconds and opens by itself.')
})
