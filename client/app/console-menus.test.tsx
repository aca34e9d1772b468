import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubNavigator } from '#client/testing/stub-navigator.ts'
import { renderConsole } from '#client/testing/render-console.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const about = '/api/canary/about'
const missing = () => new Response('', { status: 404 })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const counted = (total: number) => () => Response.json([], { headers: { 'Content-Range': `*/${total}` } })

describe('what needs attention', () => {
  test('is counted in the sidebar and in the title of the tab, on every page', async () => {
    renderConsole('/docs', {
      '/api/db/checks': counted(3),
      '/api/db/incidents': counted(2),
      '/api/db/playbook_runs': counted(1_200),
    })
    const main = within(await screen.findByRole('navigation', { name: 'Main' }))
    expect(await main.findByText('3 unhealthy')).toBeDefined()
    expect(await main.findByText('2 open')).toBeDefined()
    expect(await main.findByText('1200 waiting for approval')).toBeDefined()
    expect(main.getByText('999+')).toBeDefined()
    expect(document.title).toMatch(/^\(3\) /)
  })

  test('shows no number for what a backend does not count or nothing needs attention', async () => {
    renderConsole('/docs', { '/api/db/checks': counted(0), '/api/db/incidents': missing })
    const main = within(await screen.findByRole('navigation', { name: 'Main' }))
    expect(await main.findByRole('link', { name: 'Incidents' })).toBeDefined()
    expect(main.queryByText(/unhealthy|open|approval/)).toBeNull()
  })
})

describe('the top bar', () => {
  test('has a title and its menus', async () => {
    renderConsole('/settings')
    const bar = within(await screen.findByRole('banner'))
    expect(await bar.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
    for (const name of ['Preferences', 'Help', /^User/]) expect(bar.getByRole('button', { name })).toBeDefined()
  })

  test('has a bell that leads to the notifications [SHELL-59,SHELL-62,SHELL-16]', async () => {
    renderConsole('/settings')
    fireEvent.click(within(await screen.findByRole('banner')).getByRole('link', { name: 'Notifications' }))
    expect(window.location.pathname).toBe('/notifications')
    expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeDefined()
  })

  test('has a help menu with Docs [SHELL-64]', async () => {
    renderConsole('/settings')
    await press('Help')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Docs' }))
    expect(await screen.findByRole('heading', { name: 'What the shapes mean' })).toBeDefined()
  })

  test('has a user menu with a greeting, the profile and the versions [SHELL-65,SHELL-66,SHELL-67,SHELL-69]', async () => {
    renderConsole('/settings', { [about]: () => Response.json({ backend: 'v1.4.2' }) })
    await press(/^User/)
    expect(await screen.findByText('Hi, Mara Lindqvist')).toBeDefined()
    expect(screen.getByText('frontend 1.0.855')).toBeDefined()
    expect(await screen.findByText('backend v1.4.2')).toBeDefined()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Your Profile' }))
    expect(window.location.pathname).toBe('/profile-settings')
  })

  test('shows NA without a backend version [SHELL-69]', async () => {
    renderConsole('/settings', { [about]: missing, '/api/about': missing })
    await press(/^User/)
    expect(await screen.findByText('backend NA')).toBeDefined()
  })
})

describe('the kubeconfig dialog', () => {
  beforeEach(async () => {
    renderConsole('/settings')
    await press(/^User/)
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Download kubeconfig' }))
  })

  test('opens from the user menu under its title, and closes with Escape [SHELL-68,SHELL-73]', async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Download and install kubeconfig' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('opens the file in a new tab [SHELL-74]', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Download kubeconfig' }))
    expect(open).toHaveBeenCalledWith('/api/kubeconfig', '_blank', 'noopener')
  })

  test('has a command to copy that names the host, and a link to more [SHELL-75,SHELL-76]', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
    stubNavigator({ clipboard: { writeText } })
    const command = `kubectl --kubeconfig ${window.location.hostname}-kubeconfig.yaml get canaries --all-namespaces`
    expect(await screen.findByText(command)).toBeDefined()
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied to clipboard')).toBeDefined()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(command)
    const last = dialog.getAllByRole('listitem').at(-1)
    expect(within(last as HTMLElement).getByRole('link', { name: 'Learn more' })).toBeDefined()
  })
})

test('preferences offer four date formats, the browser’s zone first, deleted configs, and a card width [SHELL-63,SHELL-77,SHELL-78,SHELL-79,SHELL-80]', async () => {
  renderConsole('/settings')
  await press('Preferences')
  const formats = within(await screen.findByRole('group', { name: 'Date/time format' }))
  expect(formats.getAllByRole('radio')).toHaveLength(4)
  for (const name of ['short', 'medium', 'full', 'timestamp'])
    expect(formats.getByRole('radio', { name: new RegExp(name) })).toBeDefined()
  const [zone] = within(screen.getByRole('combobox', { name: 'Time zone' })).getAllByRole('option')
  expect(zone?.textContent).toMatch(/^Browser/)
  const deleted = within(screen.getByRole('group', { name: 'Show deleted configs' })).getAllByRole('button')
  expect(deleted.map(({ textContent }) => textContent)).toEqual(['yes', 'no'])
  const slider = screen.getByRole('slider', { name: /Topology card width/ })
  expect(['min', 'max', 'step'].map((name) => slider.getAttribute(name))).toEqual(['250', '768', '2'])
})
