import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { grantSchema } from '#shared/access/grant.ts'
import { WallContext } from '#client/features/wall/wall-context.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { Addresses } from './addresses.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

const wall = {
  room: { width: 40, height: 20 },
  unitPx: 26,
  page: 0,
  standing: 'showing',
  unread: [],
  onPages: () => undefined,
  onCrash: () => undefined,
} as const

const goTo = (address: string, props: Omit<Parameters<typeof WithConsole>[0], 'children'>, onWall = false) => {
  window.history.replaceState(null, '', address)
  render(
    <WithConsole {...props}>
      <LiveRows rows={{}}>
        <WallContext value={wall}>
          <Addresses onWall={onWall} />
        </WallContext>
      </LiveRows>
    </WithConsole>,
  )
}
const headings = async () => (await screen.findAllByRole('heading')).map(({ textContent }) => textContent)
const unauthorised = 'Unauthorized: You do not have permission to access this page'
const onTopology = { id: 'g1', subject: '1', subject_type: 'person', action: 'read', object: 'topology' }

test.each(['/view/topology/t1', '/topology/t1', '/topology'])(
  '%s shows only to those who can read topologies [PERM-17]',
  async (address) => {
    goTo(address, { roles: ['viewer'] })
    expect(await headings()).not.toContain(unauthorised)
  },
)

test.each([
  { roles: [], grants: [] },
  { roles: ['admin'], grants: [grantSchema.parse({ ...onTopology, deny: true })] },
])('/view/topology/{id} is denied without read on topologies: $roles [PERM-17]', async (person) => {
  goTo('/view/topology/t1', person)
  expect(await screen.findByRole('heading', { name: unauthorised })).toBeDefined()
  expect(screen.getByRole('main').textContent).toContain('read on topologies')
})

test('/view/topology/{id} shows to a person without a role but with a grant on topologies [PERM-17]', async () => {
  goTo('/view/topology/t1', { roles: [], grants: [grantSchema.parse(onTopology)] })
  expect(await headings()).not.toContain(unauthorised)
})

test.each(['/settings/log-backends', '/settings/logging_backends', '/settings/logging_backends/b1'])(
  '%s needs read on its table and is switched off by its flag',
  async (address) => {
    const disabled = [{ name: 'settings.logging_backends.disable', value: 'true' }]
    goTo(address, { roles: ['admin'], properties: disabled })
    expect(await screen.findByRole('heading', { name: 'This area is disabled' })).toBeDefined()
    cleanup()
    goTo(address, { roles: [] })
    expect(await screen.findByRole('heading', { name: unauthorised })).toBeDefined()
    expect(screen.getByRole('main').textContent).toContain('read on logging_backends')
  },
)

test('on a wall a component is shown by its wall', async () => {
  goTo('/topology/t1?wall=55in+5m', { roles: ['viewer'] }, true)
  await expect.poll(() => `${location.pathname}${location.search}`).toBe('/view/topology/t1?wall=55in+5m')
})

const topologyOff = { name: 'topology.disable', value: 'true' }
const noTopology = grantSchema.parse({ ...onTopology, deny: true })

test.each([
  ['/topology', 'a viewer', { roles: ['viewer'] }],
  ['/health', 'a person who is denied topologies', { roles: ['viewer'], grants: [noTopology] }],
  ['/health', 'everybody while topologies are switched off', { roles: ['admin'], properties: [topologyOff] }],
] as const)('/ leads to %s for %s [SHELL-03]', async (address, _role, person) => {
  goTo('/', person)
  await expect.poll(() => window.location.pathname).toBe(address)
})
