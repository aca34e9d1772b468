import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubNavigator } from '#client/testing/stub-navigator.ts'
import { browsersQuery } from './browsers-api.ts'
import { OwnBrowsers } from './own-browsers.tsx'

const phone = {
  id: 'b1',
  device: 'Safari, iPhone',
  endpoint: 'https://push.example/1',
  added_at: '2026-01-05T09:00:00Z',
  reached_at: null,
}

const show = (ownEndpoint: string | null) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, enabled: false } } })
  client.setQueryData(browsersQuery.queryKey, { key: 'k', browsers: [phone], ownEndpoint })
  render(
    <QueryClientProvider client={client}>
      <OwnBrowsers />
    </QueryClientProvider>,
  )
}
const button = () => screen.queryByRole('button', { name: 'Enable push in this browser' })

const become = (permission: NotificationPermission) => {
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission })
  stubNavigator({ serviceWorker: {} })
}
beforeEach(() => vi.stubGlobal('isSecureContext', true))

test('explains an insecure page instead of showing the button', () => {
  become('default')
  vi.stubGlobal('isSecureContext', false)
  show(null)
  expect(screen.getByRole('status').textContent).toContain('Open the console at its https address.')
  expect(button()).toBeNull()
})

test('distinguishes a browser without push support from one that blocks notifications', () => {
  show(null)
  expect(screen.getByRole('status').textContent).toContain('This browser does not support push notifications')
  expect(button()).toBeNull()
})

test('explains how to unblock notifications', () => {
  become('denied')
  show(null)
  expect(screen.getByRole('status').textContent).toContain('Notifications are blocked for this site')
})

test('shows the button until this browser is in the list', () => {
  become('default')
  show('https://push.example/2')
  expect(button()).not.toBeNull()
})

test('marks this browser in the list', () => {
  become('granted')
  show(phone.endpoint)
  expect(screen.getByRole('listitem').textContent).toMatch(/Safari, iPhone this browser.*nothing delivered yet/)
  expect(button()).toBeNull()
})
