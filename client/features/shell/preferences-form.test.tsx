import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { PreferencesForm } from './preferences-form.tsx'

const before = usePreferences.getState()
afterEach(() => setPreferences(before))

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
