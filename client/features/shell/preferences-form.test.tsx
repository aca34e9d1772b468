import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { PreferencesForm } from './preferences-form.tsx'

const before = usePreferences.getState()
afterEach(() => {
  setPreferences(before)
  vi.unstubAllGlobals()
})

test('applies each choice at once and separately, and shows changes made elsewhere', async () => {
  render(<PreferencesForm />)
  fireEvent.click(screen.getByRole('radio', { name: /^full/ }))
  fireEvent.change(screen.getByLabelText('Page size'), { target: { value: '100' } })
  fireEvent.change(screen.getByLabelText(/^Topology card width/), { target: { value: '400' } })
  fireEvent.click(screen.getByRole('button', { name: 'Light' }))
  expect(usePreferences.getState()).toEqual({
    ...before,
    dateFormat: 'full',
    pageSize: 100,
    topologyCardWidth: 400,
    theme: 'light',
  })
  act(() => {
    void setPreferences({ sidebarCollapsed: true })
  })
  await waitFor(() => expect(screen.getByLabelText('Sidebar collapsed')).toHaveProperty('checked', true))
  fireEvent.click(screen.getByRole('button', { name: 'Comfortable' }))
  expect(usePreferences.getState()).toMatchObject({ sidebarCollapsed: true, rowHeight: 'comfortable', pageSize: 100 })
})

const stubNotification = (permission: string, requested = permission) => {
  const requestPermission = vi.fn<() => Promise<string>>(() => Promise.resolve(requested))
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', { permission, requestPermission })
  return requestPermission
}
const notifications = () => screen.getByLabelText('Show a desktop notification')

test('asks for the permission to show notifications only when they are turned on', async () => {
  const requestPermission = stubNotification('default', 'granted')
  render(<PreferencesForm />)
  expect(requestPermission).not.toHaveBeenCalled()
  fireEvent.click(notifications())
  await waitFor(() => expect(usePreferences.getState().showsNotifications).toBe(true))
  expect(requestPermission).toHaveBeenCalledTimes(1)
  fireEvent.click(notifications())
  await waitFor(() => expect(usePreferences.getState().showsNotifications).toBe(false))
  expect(requestPermission).toHaveBeenCalledTimes(1)
})

test('keeps notifications turned off if the browser denies them, and shows that they are blocked later', async () => {
  const requestPermission = stubNotification('default', 'denied')
  const { unmount } = render(<PreferencesForm />)
  fireEvent.click(notifications())
  await waitFor(() => expect(requestPermission).toHaveBeenCalled())
  expect(usePreferences.getState().showsNotifications).toBe(false)
  unmount()
  stubNotification('denied')
  void setPreferences({ showsNotifications: true })
  render(<PreferencesForm />)
  expect(screen.getByText(/This browser blocks notifications/)).toBeDefined()
})
