import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
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
const button = () => screen.queryByRole('button', { name: 'Push to this browser' })

const become = (permission: NotificationPermission) => {
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: {} }))
}
beforeEach(() => vi.stubGlobal('isSecureContext', true))

test('a page that is not served securely says so in place of the button', () => {
  become('default')
  vi.stubGlobal('isSecureContext', false)
  show(null)
  expect(screen.getByRole('status').textContent).toContain('Open the console at its https address.')
  expect(button()).toBeNull()
})

test('a browser that cannot take pushes, or may not show them, is told apart', () => {
  show(null)
  expect(screen.getByRole('status').textContent).toContain('This browser cannot take pushes')
  expect(button()).toBeNull()
})

test('where notifications are blocked the page says what to do', () => {
  become('denied')
  show(null)
  expect(screen.getByRole('status').textContent).toContain('Notifications of this site are blocked')
})

test('the button is there until this browser is one of those that are listed', () => {
  become('default')
  show('https://push.example/2')
  expect(button()).not.toBeNull()
})

test('this browser is named among the others', () => {
  become('granted')
  show(phone.endpoint)
  expect(screen.getByRole('listitem').textContent).toMatch(/Safari, iPhone this browser.*not reached yet/)
  expect(button()).toBeNull()
})
