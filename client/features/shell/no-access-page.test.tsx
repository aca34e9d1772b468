import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NoAccessPage } from './no-access-page.tsx'

afterEach(() => vi.unstubAllGlobals())

test('shows an account without access who it is signed in as, who can grant access, and how to sign out', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ id: 's1', identity: { traits: { email: 'ada@example.test' } } }))
  const onRetry = vi.fn<() => void>()
  const failure = {
    reason: 'This account has no access to this console.',
    advice: 'An administrator can give it access.',
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NoAccessPage failure={failure} onRetry={onRetry} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText('ada@example.test')).toBeTruthy()
  expect(screen.getByRole('heading').textContent).toBe(failure.reason)
  expect(screen.getByRole('main').textContent).toContain(failure.advice)
  expect(screen.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('/logout')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})
