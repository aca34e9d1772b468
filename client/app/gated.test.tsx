import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { grantSchema } from '#shared/access/grant.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { Gated } from './gated.tsx'
import type { PageGate } from './page-entry.ts'

const gated = (gate: PageGate, props: Omit<Parameters<typeof WithConsole>[0], 'children'>) =>
  render(
    <WithConsole {...props}>
      <Suspense>
        <Gated gate={gate}>the page</Gated>
      </Suspense>
    </WithConsole>,
  )

test('shows a page to a person with its permission [PERM-18]', () => {
  gated({ resource: 'connections', action: 'read' }, { roles: ['admin'] })
  expect(screen.getByText('the page')).toBeDefined()
})

test('without the permission says so, what is missing, and who can grant it [PERM-18,PERM-19]', async () => {
  gated({ resource: 'connections', action: 'read' }, { roles: ['commander'] })
  expect(screen.queryByText('the page')).toBeNull()
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
    'Unauthorized: You do not have permission to access this page',
  )
  expect(screen.getByRole('main').textContent).toContain('read on connections')
})

test('write permission is separate from read permission', () => {
  gated({ resource: 'notifications', action: 'write' }, { roles: ['viewer'] })
  expect(screen.queryByText('the page')).toBeNull()
})

test('a page of a disabled feature shows the flag that hides it', () => {
  const properties = [{ name: 'settings.health.disable', value: 'true' }]
  gated({ resource: 'canaries', action: 'read', feature: 'health' }, { roles: ['admin'], properties })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('This area is disabled')
  expect(screen.getByText('health.disable')).toBeDefined()
})

const deny = (object: string) =>
  grantSchema.parse({ id: 'd', subject: '1', subject_type: 'person', action: 'read', object, deny: true })

test('a denied page links to the explanation with the question filled in, for those who can open it', async () => {
  const gate: PageGate = { resource: 'database', action: 'read', object: 'catalog' }
  const { unmount } = gated(gate, { roles: ['viewer'], grants: [deny('catalog')] })
  expect((await screen.findByRole('link', { name: 'Explain access' })).getAttribute('href')).toBe(
    '/settings/permissions?why=1&person=1&do=read&on=catalog',
  )
  unmount()
  gated(gate, { roles: ['viewer'], grants: [deny('*')] })
  await screen.findByRole('heading', { level: 2 })
  expect(screen.queryByRole('link', { name: 'Explain access' })).toBeNull()
})
