import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { componentRowSchema } from '#shared/topology/topology.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { ComponentPage } from './component-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const toRows = (rows: readonly object[], total: number) =>
  Response.json(rows, { headers: { 'Content-Range': `0-${rows.length}/${total}` } })

/** Each relation responds when it is released. */
const holdResponses = () => {
  const waiting = new Map<string, (response: Response) => void>()
  const requested: URL[] = []
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address, window.location.origin)
    requested.push(url)
    return new Promise<Response>((resolve) => waiting.set(url.pathname.replace('/api/db/', ''), resolve))
  })
  const release = async (relation: string, rows: readonly object[] = [], total = rows.length) => {
    await waitFor(() => expect([...waiting.keys()]).toContain(relation))
    await act(async () => waiting.get(relation)?.(toRows(rows, total)))
  }
  return { requested, release, list: () => requested.map(({ pathname }) => pathname.replace('/api/db/', '')) }
}

const open = () => {
  const live = createFakeLiveClient({ only: topologyComponents.name })
  render(
    <WithConsole roles={['admin']} sendsRequests>
      <LiveProvider client={live.client}>
        <ComponentPage id="shop" />
      </LiveProvider>
    </WithConsole>,
  )
  const showComponent = () => {
    const shop = componentRowSchema.parse({ id: 'shop', name: 'Shop', level: 0 })
    act(() => live.show({ status: 'live', rows: new Map([['shop', shop as never]]) }))
  }
  return { showComponent }
}

const side = () => screen.getByRole('complementary', { name: 'Details' })
const panel = (name: string) => within(side()).getByRole('region', { name: new RegExp(`^${name}`) })
const headers = () => within(side()).getAllByRole('button', { expanded: true })
const incident = { id: 'i1', title: 'Payments fail', status: 'open', severity: 'High', created_at: null }

test('panels request their rows while the component is still loading', async () => {
  const { list } = holdResponses()
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Component' })).toBeDefined()
  const expected = ['incidents_by_component', 'team_components', 'playbook_runs']
  await waitFor(() => expect(list()).toEqual(expect.arrayContaining(expected)))
})

test('a panel has the same header while loading, with rows and without', async () => {
  const { release } = holdResponses()
  const { showComponent } = open()
  const loading = headers()
  showComponent()
  await release('config_component_relationships')
  await release('incidents_by_component', [incident])
  await release('checks_by_component')
  expect(await within(panel('Incidents')).findByRole('link', { name: /Payments fail/ })).toBeDefined()
  expect(await within(panel('Checks')).findByText('No checks for this component.')).toBeDefined()
  expect(headers()).toEqual(loading)
})

test('rows appear from the top, so that none of them moves', async () => {
  const { release } = holdResponses()
  open()
  await release('config_component_relationships')
  await release('checks_by_component', [{ id: 'c1', name: 'pay', type: 'http', severity: null, status: 'healthy' }])
  expect(within(panel('Checks')).queryByRole('link', { name: 'pay' })).toBeNull()
  await release('incidents_by_component')
  expect(await within(panel('Checks')).findByRole('link', { name: 'pay' })).toBeDefined()
})

test('a panel does not wait longer than a second for slower ones above it', async () => {
  const { release } = holdResponses()
  open()
  await release('changes_by_component', [
    { id: 'd1', config_id: 'i1', name: 'web', change_type: 'diff', severity: null, created_at: null },
  ])
  expect(within(panel('Changes')).queryByRole('link')).toBeNull()
  expect(await within(panel('Changes')).findByRole('link', {}, { timeout: 1_800 })).toBeDefined()
  expect(within(panel('Checks')).getByLabelText('Loading Checks')).toBeDefined()
})

test('the rows that are not shown are a link to the list, or a button where no list can be filtered', async () => {
  const { release, requested } = holdResponses()
  open()
  await release('config_component_relationships')
  await release('incidents_by_component', [incident], 24)
  await release('checks_by_component', [{ id: 'c1', name: 'pay', type: 'http', severity: null, status: null }], 3)
  const more = await within(panel('Incidents')).findByRole('link', { name: '23 more: Incidents' })
  expect(more.getAttribute('href')).toBe('/incidents?component=shop&status=')
  fireEvent.click(await within(panel('Checks')).findByRole('button', { name: '2 more: Checks' }))
  const limits = () =>
    requested
      .filter(({ pathname }) => pathname.endsWith('/checks_by_component'))
      .map((url) => url.searchParams.get('limit'))
  await waitFor(() => expect(limits()).toEqual(['5', '200']))
})
