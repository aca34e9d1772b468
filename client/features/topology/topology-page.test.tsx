import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentRowSchema, type ComponentRow } from '#shared/topology/topology.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { setPreferences } from '#client/lib/browser/preferences.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { ComponentPage } from './component-page.tsx'
import { TopologyPage } from './topology-page.tsx'

// Otherwise components wait for the checks, which show whether first steps come above them.
beforeEach(() => void setPreferences({ firstSteps: 'hidden' }))
afterEach(() => void setPreferences({ firstSteps: 'automatic' }))
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
})
afterEach(() => vi.unstubAllGlobals())
afterEach(() => window.history.replaceState(null, '', '/'))

const row = (name: string, more: Partial<ComponentRow> = {}): ComponentRow =>
  componentRowSchema.parse({ id: name, name, level: 0, ...more })
const byId = (rows: readonly ComponentRow[]) => new Map(rows.map((each) => [each.id, each as never]))

const open = (page: React.ReactNode, roles: readonly string[] = ['admin']) => {
  const live = createFakeLiveClient({ only: topologyComponents.name })
  const shown = (
    <WithConsole roles={roles}>
      <LiveProvider client={live.client}>{page}</LiveProvider>
    </WithConsole>
  )
  const { rerender } = render(shown)
  const show = (next: Parameters<typeof live.show>[0]) => {
    live.show(next)
    rerender(shown)
  }
  return { ...live, show }
}

const shop = row('Shop', { health: 'unhealthy' })
const parts = [
  row('db', { health: 'unhealthy', level: 1, parent_id: 'Shop' }),
  row('cache', { health: 'healthy', level: 1, parent_id: 'Shop' }),
]
const site = row('Site', { health: 'healthy', agent_id: 'agent-1' })
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

describe('the dashboard', () => {
  test('is a skeleton until data arrives, and explains an empty page', () => {
    const { show } = open(<TopologyPage />)
    expect(screen.getByRole('status', { name: 'Loading components' })).toBeDefined()
    show({ status: 'live' })
    expect(screen.getByRole('heading', { name: 'No components yet' })).toBeDefined()
    expect(screen.getByText(/kind: Topology/)).toBeDefined()
  })

  test('shows components after the checks, which decide what comes above them, or after a second', async () => {
    setPreferences({ firstSteps: 'automatic' })
    const { show } = open(<TopologyPage />)
    show({ status: 'live', rows: byId([shop]) })
    expect(screen.queryByRole('link', { name: 'Shop' })).toBeNull()
    expect(await screen.findByRole('link', { name: 'Shop' }, { timeout: 10_000 })).toBeDefined()
  })

  test('shows why it cannot be parsed and that it keeps retrying', () => {
    const { show } = open(<TopologyPage />)
    show({ status: 'stale', reason: 'The backend is unreachable.' })
    expect(screen.getByText('The backend is unreachable.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Retry now' })).toBeDefined()
    show({ status: 'refused', reason: 'You need read on topologies.' })
    expect(screen.getByText('You need read on topologies.')).toBeDefined()
  })

  test('keeps the last known components, marked as stale', () => {
    const { show } = open(<TopologyPage />)
    show({ status: 'offline', reason: null, staleSinceMs: 0, rows: byId([shop, ...parts, site]) })
    expect(screen.getByText('Last known')).toBeDefined()
    expect(screen.getByRole('img', { name: 'healthy, stale' })).toBeDefined()
  })

  test('keeps card positions while the focus is among them, and shows the number of pending changes', () => {
    const { show } = open(<TopologyPage />)
    show({ status: 'live', rows: byId([shop, ...parts, site]) })
    expect(names()).toEqual(['Shop', 'Site'])
    screen.getByRole('link', { name: 'Site' }).focus()
    const recovered = { ...shop, health: 'healthy' }
    show({ rows: byId([recovered, ...parts, { ...site, health: 'unhealthy' }]) })
    expect(names()).toEqual(['Shop', 'Site'])
    fireEvent.click(screen.getByRole('button', { name: /1 change waiting/ }))
    expect(names()).toEqual(['Site', 'Shop'])
  })

  test('a deleted card stays at its position and is marked', () => {
    const { show } = open(<TopologyPage />)
    show({ status: 'live', rows: byId([shop, ...parts, site]) })
    screen.getByRole('link', { name: 'Site' }).focus()
    show({ rows: byId([shop, ...parts]) })
    expect(within(screen.getAllByRole('article')[1] ?? document.body).getByText('Deleted')).toBeDefined()
  })

  test('requests components below the top once a type is set', () => {
    window.history.replaceState(null, '', '/topology?type=Service:1')
    const { watched } = open(<TopologyPage />)
    expect([...watched]).toEqual([JSON.stringify({ hidden: true, flatten: true })])
  })

  test('offers other agents beside the local one', () => {
    const { show } = open(<TopologyPage />)
    show({ status: 'live', rows: byId([shop, ...parts]) })
    expect(screen.queryByRole('button', { name: /^Agent/ })).toBeNull()
    show({ rows: byId([shop, ...parts, site]) })
    expect(screen.getByRole('button', { name: 'Agent: All' })).toBeDefined()
  })
})

describe('the page of a component', () => {
  test('shows child components by type, worst severity first, and its reason', () => {
    const { show } = open(<ComponentPage id="Shop" />)
    show({ status: 'live', rows: byId([{ ...shop, owner: 'Priya' }, ...parts]) })
    expect(screen.getByRole('heading', { level: 2, name: 'Shop' })).toBeDefined()
    expect(screen.getByText('1 of 2 unhealthy: db')).toBeDefined()
    expect(names().slice(0, 2)).toEqual(['db', 'cache'])
  })

  test('disables linking items without write permission on the catalog, with the reason', () => {
    const { show } = open(<ComponentPage id="Shop" />, ['viewer'])
    show({ status: 'live', rows: byId([shop, ...parts]) })
    expect(screen.getByRole('button', { name: 'Link item' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('shows a missing component once the relay reports it', () => {
    const { show } = open(<ComponentPage id="Shop" />)
    expect(screen.getByRole('status', { name: 'Loading component' })).toBeDefined()
    show({ status: 'live' })
    expect(screen.getByRole('heading', { name: 'Component not found' })).toBeDefined()
  })
})
