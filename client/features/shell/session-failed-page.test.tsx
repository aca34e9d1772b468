import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { SessionFailedPage } from './session-failed-page.tsx'

const failed = (status: number, message = 'denied') => {
  const onRetry = vi.fn<() => void>()
  const error = new ApiError({ kind: 'answered', status, message, where: 'GET /api/auth/whoami' })
  render(<SessionFailedPage error={error} onRetry={onRetry} />)
  return onRetry
}

test.each([500, 502, 503, 404])('a backend that answers %i is still starting [AUTH-45]', (status) => {
  failed(status)
  expect(screen.getByRole('heading').textContent).toBe('Please wait, instance provisioning in-progress ...')
})

test.each([401, 403])('a refusal with %i is an error page that says why and offers another try [ERR-08]', (status) => {
  const onRetry = failed(status, 'unauthorized. Access Denied')
  expect(screen.getByRole('heading').textContent).toBe('The console cannot tell who you are')
  expect(screen.getByRole('main').textContent).toContain('unauthorized. Access Denied')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a server that cannot be reached is said to be that, and is asked again', () => {
  const error = new ApiError({
    kind: 'network',
    message: 'Network Error. Please try again.',
    where: 'GET /api/auth/whoami',
  })
  render(<SessionFailedPage error={error} onRetry={() => undefined} />)
  expect(screen.getByRole('heading').textContent).toBe('The console cannot reach its server')
  expect(screen.getByRole('main').textContent).toContain('It asks again every few seconds and opens by itself.')
})
