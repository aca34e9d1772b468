import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastMessages } from '#client/testing/toast-messages.ts'
import type { Property } from '#shared/settings/feature-flags.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { useToasts } from '#client/ui/feedback/toast-store.ts'
import { FeatureFlagsPage } from './feature-flags-page.tsx'

const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = []
beforeEach(() => {
  sent.length = 0
  window.innerWidth = 1440
  window.history.replaceState(null, '', '/settings/feature-flags')
  useToasts.setState({ toasts: [] })
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) })
    return Response.json([])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const show = (properties: readonly Property[], roles: readonly string[] = ['admin']) =>
  render(
    <WithConsole roles={roles}>
      <LiveRows rows={{ 'settings.flags': Object.fromEntries(properties.map((row) => [row.name, row])) }}>
        <FeatureFlagsPage />
      </LiveRows>
    </WithConsole>,
  )
/** By text: role queries are slow on so many rows. */
const getNameButton = (property: string) => {
  const line = [...document.querySelectorAll('tbody tr')].find((each) =>
    [...each.querySelectorAll('code')].some(({ textContent }) => textContent === property),
  )
  const found = line?.querySelector('.text-button')
  if (!found) throw new Error(`No row is called ${property}.`)
  return found
}
const row = (property: string) => within(getNameButton(property).closest('tr') ?? document.body)
const buttonIfAny = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const button = (name: string) => {
  const found = buttonIfAny(name)
  if (found === undefined) throw new Error(`No button is called ${name}.`)
  return found
}

test('lists every feature with value and source and locks local ones [SHELL-38,PERM-59]', () => {
  show([
    { name: 'logs.disable', value: 'true', source: 'local' },
    { name: 'playbooks.disable', value: 'false', source: 'db' },
  ])
  expect(row('logs.disable').getByText('local')).toBeDefined()
  expect(row('logs.disable').queryByRole('checkbox')).toBeNull()
  expect(row('playbooks.disable').getByText('database')).toBeDefined()
  expect(row('playbooks.disable').getByRole('checkbox')).toHaveProperty('checked', true)
  expect(row('incidents.disable').getByRole('checkbox')).toHaveProperty('checked', true)
  expect(getNameButton('settings.agents.disable').textContent).toBe('Agents in Settings')
  fireEvent.click(getNameButton('logs.disable'))
  expect(buttonIfAny('Save value')).toBeUndefined()
})

test('turning off a parent names its dependent feature and sets the property to true [PERM-52,PERM-54]', async () => {
  show([])
  fireEvent.click(row('settings.job_history.disable').getByRole('checkbox'))
  expect(screen.getByRole('dialog', { name: 'Turn off settings.job_history?' }).textContent).toContain(
    'health depends on it: Health is turned off too, including its wall displays.',
  )
  fireEvent.click(button('Turn off both'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Feature flag updated successfully']))
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/db/properties',
      body: { name: 'settings.job_history.disable', value: 'true', created_by: '1' },
    },
  ])
})

test('a feature that is off with its parent says so, and its own switch stays on', () => {
  show([{ name: 'settings.job_history.disable', value: 'true', source: 'db' }])
  expect(row('health.disable').getByText('off because settings.job_history is off')).toBeDefined()
  expect(row('health.disable').getByRole('checkbox')).toHaveProperty('checked', true)
})

test('turning on updates the existing row', async () => {
  show([{ name: 'logs.disable', value: 'true', source: 'db' }])
  fireEvent.click(row('logs.disable').getByRole('checkbox'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Feature flag updated successfully']))
  expect(sent).toEqual([
    {
      method: 'PATCH',
      path: '/api/db/properties?name=eq.logs.disable',
      body: { value: 'false' },
    },
  ])
})

test('validates a new flag before sending and confirms before deleting an existing one', async () => {
  show([{ name: 'logs.disable', value: 'true', source: 'db' }])
  fireEvent.click(button('Add feature flag'))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'teams.disable' } })
  fireEvent.change(dialog.getByLabelText('Value'), { target: { value: 'yes' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add feature flag' }))
  expect(await dialog.findByText('Use true to turn a feature off, false to turn it on.')).toBeDefined()
  await vi.waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Value')))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(getNameButton('logs.disable'))
  fireEvent.click(button('Delete'))
  fireEvent.click(button('Delete feature flag'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Feature flag deleted successfully']))
  expect(sent).toEqual([{ method: 'DELETE', path: '/api/db/properties?name=eq.logs.disable', body: undefined }])
})

test('without write permission, flags are visible with the missing permission and cannot be saved or deleted [PERM-24]', () => {
  show([{ name: 'logs.disable', value: 'true', source: 'db' }], ['viewer'])
  expect(button('Add feature flag').getAttribute('aria-disabled')).toBe('true')
  expect(row('logs.disable').queryByRole('checkbox')).toBeNull()
  fireEvent.click(getNameButton('logs.disable'))
  for (const name of ['Save value', 'Delete']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button(name))
  }
  expect(buttonIfAny('Delete feature flag')).toBeUndefined()
  expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
})
