import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderConsole, whoamiResponse } from '#client/testing/render-console.tsx'
import { useToasts } from '#client/ui/feedback/toast-store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  useToasts.setState({ toasts: [] })
})

const failed = () => Response.json({ error: 'down' }, { status: 500 })
const down = () => Response.json({ error: 'The backend is unreachable.', code: 'backend_unreachable' }, { status: 502 })
const title = (name: string) => screen.queryByRole('heading', { level: 1, name })
const unread = 'Feature flags could not be loaded.'

const held = (respond: () => Response) => {
  const waiting: ((response: Response) => void)[] = []
  const response = new Promise<Response>((resolve) => waiting.push(resolve))
  return { respond: () => response, release: () => act(async () => waiting.forEach((resolve) => resolve(respond()))) }
}

describe('loading', () => {
  test('requests the session and the flags before the first frame is drawn', async () => {
    const requested: unknown[] = []
    renderConsole('/settings', {}, (client) =>
      requested.push(
        ...client
          .getQueryCache()
          .findAll({ fetchStatus: 'fetching' })
          .map(({ queryKey }) => queryKey),
      ),
    )
    expect(requested).toEqual(expect.arrayContaining([['whoami'], ['properties']]))
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
  })

  test('waits with every page until the flags are known [SHELL-05]', async () => {
    const flags = held(() => Response.json([]))
    renderConsole('/settings', { '/api/properties': flags.respond })
    expect(await screen.findByRole('link', { name: 'Playbooks' })).toBeDefined()
    expect(title('Settings')).toBeDefined()
    expect(within(screen.getByRole('main')).queryByRole('link')).toBeNull()
    await flags.release()
    await waitFor(() => expect(within(screen.getByRole('main')).queryAllByRole('link')).not.toEqual([]))
  })

  test('a later visit does not wait: it starts with the flags of the last one, until new ones come', async () => {
    localStorage.setItem('quarterdeck.flags', JSON.stringify([{ name: 'playbooks.disable', value: 'true' }]))
    const flags = held(() => Response.json([]))
    renderConsole('/settings', { '/api/properties': flags.respond })
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Playbooks' })).toBeNull()
    await flags.release()
    expect(await screen.findByRole('link', { name: 'Playbooks' })).toBeDefined()
    await waitFor(() => expect(localStorage.getItem('quarterdeck.flags')).toBe('[]'))
  })

  test('shows the card of a topology at once [SHELL-06]', async () => {
    const flags = held(() => Response.json([]))
    renderConsole('/view/topology/0195c0de-0000-7000-8000-000000000001', { '/api/properties': flags.respond })
    expect(await screen.findByRole('heading', { level: 1, name: 'Topology not found' })).toBeDefined()
  })

  test('shows a skeleton in place of the navigation until the person is known [SHELL-56]', async () => {
    const person = held(() => whoamiResponse('admin'))
    renderConsole('/settings', { '/api/auth/whoami': person.respond })
    expect(await screen.findByRole('status', { name: 'Loading navigation' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Playbooks' })).toBeNull()
    await person.release()
    expect(await screen.findByRole('link', { name: 'Playbooks' })).toBeDefined()
  })
})

describe('roles and flags', () => {
  test('a viewer sees no settings and cannot add a silence [SHELL-49,PERM-19]', async () => {
    renderConsole('/notifications/silences/add', { '/api/auth/whoami': () => whoamiResponse('viewer') })
    const name = 'Unauthorized: You do not have permission to access this page'
    expect(await screen.findByRole('heading', { name })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Playbooks' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull()
  })

  test('an integration needs write', async () => {
    renderConsole('/settings/integrations/scrapers/1', { '/api/auth/whoami': () => whoamiResponse('responder') })
    expect(await screen.findByRole('heading', { level: 2, name: /^Unauthorized/ })).toBeDefined()
  })

  test('a disabled feature disappears from the navigation, and its page says so [SHELL-50]', async () => {
    const property = { name: 'playbooks.disable', value: 'true', source: 'local' }
    renderConsole('/playbooks', { '/api/properties': () => Response.json([property]) })
    expect(await screen.findByRole('heading', { name: 'This area is disabled' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Health' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Playbooks' })).toBeNull()
  })
})

describe('failures', () => {
  test('unreadable flags hide nothing, and a note shows until a retry loads them', async () => {
    const { respond } = renderConsole('/settings', { '/api/properties': failed })
    expect(await screen.findByText(unread)).toBeDefined()
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
    respond('/api/properties', () => Response.json([]))
    fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
    await waitFor(() => expect(screen.queryByText(unread)).toBeNull())
  })

  test('an outage is the title of the note about flags, and makes the page stale', async () => {
    renderConsole('/settings', { '/api/properties': down })
    expect(await screen.findByText(unread, { exact: false })).toBeDefined()
    expect(screen.getByText('The backend is unreachable.')).toBeDefined()
    expect(screen.queryByText('Live')).toBeNull()
  })

  test('waits for a backend that is still starting and opens the console without user action [AUTH-45]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { respond } = renderConsole('/settings', {
      '/api/auth/whoami': () => new Response('', { status: 503 }),
    })
    const name = 'Please wait, instance provisioning in-progress ...'
    expect(await screen.findByRole('heading', { name })).toBeDefined()
    respond('/api/auth/whoami', () => whoamiResponse('admin'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined()
  })

  test('a whoami that is denied shows the error page [ERR-08]', async () => {
    renderConsole('/incidents', {
      '/api/auth/whoami': () => new Response('unauthorized. Access Denied', { status: 403 }),
    })
    expect(await screen.findByRole('heading', { name: 'Could not load your account' })).toBeDefined()
    expect(screen.getByText('unauthorized. Access Denied')).toBeDefined()
  })

  test('a network error is shown, and can be dismissed [ERR-04,UI-14]', async () => {
    renderConsole('/settings', { '/api/properties': () => Promise.reject(new TypeError('Failed to fetch')) })
    const message = await screen.findByText('Network Error. Please try again.')
    const toast = message.closest<HTMLElement>('[role=alert]')
    if (toast === null) throw new Error('The message is no alert.')
    fireEvent.click(within(toast).getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('Network Error. Please try again.')).toBeNull())
  })

  test('being offline is shown [ERR-05]', async () => {
    renderConsole('/settings', { '/api/canary/about': () => Promise.reject(new TypeError('Failed to fetch')) })
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent.click(screen.getByRole('button', { name: /^User/ }))
    expect(await screen.findByText('No internet connection. Please try again.')).toBeDefined()
    online.mockRestore()
  })
})
