import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { Sidebar } from './sidebar.tsx'

const areas = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
    .slice(1)

const sidebar = (props: Omit<Parameters<typeof WithConsole>[0], 'children'>, collapsed = false) =>
  render(
    <LiveRows rows={{}}>
      <WithConsole {...props}>
        <Sidebar collapsed={collapsed} />
      </WithConsole>
    </LiveRows>,
  )

const settings = () =>
  within(screen.getByRole('list', { name: 'Settings' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('leads to the six areas, and home by the logo [SHELL-47,SHELL-58]', () => {
  sidebar({ roles: ['admin'] })
  expect(areas()).toEqual([
    ['Dashboard', '/topology'],
    ['Health', '/health'],
    ['Incidents', '/incidents'],
    ['Catalog', '/catalog'],
    ['Logs', '/logs'],
    ['Playbooks', '/playbooks'],
  ])
  expect(screen.getByRole('link', { name: 'Quarterdeck, home' }).getAttribute('href')).toBe('/')
})

const builtSettings = [
  'Agents',
  'Audit',
  'Backup',
  'Catalog Scrapers',
  'Connections',
  'Event Queue Status',
  'Feature Flags',
  'Health Checks',
  'Integrations',
  'Job History',
  'Log Backends',
  'Permissions',
  'Relays',
  'Rules',
  'Screens',
  'Teams',
  'Topologies',
  'Users',
]

test('sorts the settings by name [SHELL-39,SHELL-48]', () => {
  sidebar({ roles: ['admin'] })
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  expect(settings()).toEqual(builtSettings)
})

test.each(['viewer', 'guest'])('hides the settings from a %s [SHELL-49]', (role) => {
  sidebar({ roles: [role] })
  expect(areas()).toHaveLength(6)
  expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
})

test('hides areas disabled by a feature flag [SHELL-50]', () => {
  sidebar({ roles: ['admin'], properties: [{ name: 'playbooks.disable', value: 'true' }] })
  expect(areas().map(([name]) => name)).toEqual(['Dashboard', 'Health', 'Incidents', 'Catalog', 'Logs'])
})

test('hides areas without read permission [SHELL-51]', () => {
  sidebar({ roles: ['commander'] })
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  expect(settings()).not.toContain('Users')
  expect(settings()).toContain('Screens')
})

test('shows no area to a person without a role [SHELL-51]', () => {
  sidebar({ roles: [] })
  expect(areas()).toEqual([])
})

test('is a skeleton until the person is known [SHELL-56]', () => {
  sidebar({})
  expect(screen.getByRole('status', { name: 'Loading navigation' })).toBeDefined()
  expect(areas()).toEqual([])
})

test('opens the settings as a popover when it is collapsed [SHELL-53]', async () => {
  sidebar({ roles: ['admin'] }, true)
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }))
  await screen.findByRole('list', { name: 'Settings' })
  expect(settings()).toEqual(builtSettings)
  expect(screen.getByRole('list', { name: 'Settings' }).closest('.bp6-popover')).not.toBeNull()
})
