import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastMessages } from '#client/testing/toast-messages.ts'
import { propertiesQuery } from '#client/api/session/feature-flags.ts'
import { whoamiQuery } from '#client/api/session/whoami.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { useToasts } from '#client/ui/feedback/toast-store.ts'
import { PermissionsPage } from './permissions-page.tsx'

const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = []
const rule = {
  id: 'g1',
  subject: 't1',
  subject_type: 'team',
  team_id: 't1',
  team: { id: 't1', name: 'payments-oncall' },
  action: 'playbook:run',
  deny: true,
  object: 'playbooks',
  description: 'Change freeze',
}
let hold: Promise<void> | null
let rules: readonly object[]

const respondTo = (path: string): Response => {
  const rows = /\/(permissions_summary|permissions)\?/.test(path)
    ? rules
    : path.includes('/teams?')
      ? [{ id: 't1', name: 'payments-oncall' }]
      : path.includes('/people?')
        ? [{ id: 'p1', name: 'Ada' }]
        : path.includes('/people_roles?')
          ? [{ id: 'p2', name: 'Mara Lindqvist', roles: ['admin'] }]
          : path.includes('/team_members?')
            ? [{ person_id: 'p1', team: { id: 't1', name: 'payments-oncall' } }]
            : []
  const total = path.includes('permissions_summary') ? 120 : rows.length
  return Response.json(rows, { headers: { 'content-range': `0-0/${total}` } })
}

beforeEach(() => {
  sent.length = 0
  hold = null
  rules = [rule]
  window.innerWidth = 1440
  window.localStorage.clear()
  window.history.replaceState(null, '', '/settings/permissions')
  useToasts.setState({ toasts: [] })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string }) => {
    sent.push({ method, path: decodeURIComponent(path), body: body === undefined ? undefined : JSON.parse(body) })
    if (method !== 'GET') {
      await hold
      return Response.json([])
    }
    return respondTo(path)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
  window.history.replaceState(null, '', '/')
})

const show = (roles: readonly string[] = ['admin'], live = createFakeLiveClient()) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(whoamiQuery.queryKey, {
    user: { id: 'p1', name: 'Ada', email: 'ada@example.test', avatar: null },
    roles,
    teams: [],
    permissions: [],
    grants: [],
  })
  client.setQueryData(propertiesQuery.queryKey, [])
  return render(
    <QueryClientProvider client={client}>
      <LiveProvider client={live.client}>
        <PermissionsPage />
      </LiveProvider>
    </QueryClientProvider>,
  )
}
const requestsTo = (part: string) => sent.filter(({ path }) => path.includes(part))
const written = () => sent.filter(({ method }) => method !== 'GET')
const button = (name: string) => screen.getByRole('button', { name })

test('pages by the address, shows the server’s count and reloads on demand [PERM-26,PERM-28,PERM-49]', async () => {
  window.history.replaceState(null, '', '/settings/permissions?pageIndex=1&pageSize=50')
  show()
  await screen.findByText('payments-oncall')
  expect(requestsTo('/permissions_summary')[0]?.path).toContain('offset=50&limit=50')
  expect(screen.getByText('51 to 100 of 120')).toBeDefined()
  expect(screen.getByText('120 permissions')).toBeDefined()
  const before = requestsTo('/permissions_summary').length
  fireEvent.click(button('Refresh'))
  await vi.waitFor(() => expect(requestsTo('/permissions_summary').length).toBeGreaterThan(before))
})

test('shows a permission that another user added once the table changes', async () => {
  const live = createFakeLiveClient()
  show(['admin'], live)
  await screen.findByText('payments-oncall')
  rules = [rule, { ...rule, id: 'g2', team: { id: 't2', name: 'data-platform' } }]
  const row = { table: 'permissions', mark: 'another' } as never
  act(() => live.show({ status: 'live', rows: new Map([['permissions', row]]) }))
  expect(await screen.findByText('data-platform')).toBeDefined()
})

test('without write permission, adding is hidden and saving and deleting are disabled [PERM-22,PERM-23,PERM-24,PERM-27]', async () => {
  show(['viewer'])
  fireEvent.click(await screen.findByRole('button', { name: 'payments-oncall' }))
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
  expect(button('Save permission').getAttribute('aria-disabled')).toBe('true')
  expect(button('Delete').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button('Save permission'))
  expect(written()).toEqual([])
})

test('a permission managed by a file is read-only', async () => {
  rules = [{ ...rule, source: 'ConfigFile' }]
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'payments-oncall' }))
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  for (const name of ['Save permission', 'Delete']) {
    expect(button(name).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button(name))
  }
  expect(written()).toEqual([])
})

test('adding validates the form, shows progress and sends the creator [PERM-27,PERM-35,PERM-36,PERM-38,PERM-42,PERM-44,PERM-46]', async () => {
  show()
  await screen.findByText('payments-oncall')
  fireEvent.click(button('Add'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Permission' }))
  expect(dialog.getByRole('link', { name: 'How permissions work' }).getAttribute('href')).toMatch(
    /\/reference\/permissions$/,
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Add permission' }))
  expect(await dialog.findAllByText('This field is required')).toHaveLength(3)
  fireEvent.click(dialog.getByRole('button', { name: 'Person' }))
  await dialog.findByRole('option', { name: 'Ada' })
  fireEvent.change(dialog.getByLabelText('Subject'), { target: { value: 'p1' } })
  fireEvent.change(dialog.getByLabelText('Action'), { target: { value: 'read' } })
  fireEvent.change(dialog.getByLabelText('Resource'), { target: { value: 'canaries' } })
  fireEvent.change(dialog.getByLabelText('Description'), { target: { value: 'on call' } })
  const effect = within(await dialog.findByRole('list', { name: 'Affected people' }))
  expect(effect.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['gainsAda: read on canaries'])
  fireEvent.click(dialog.getByRole('button', { name: 'Deny' }))
  expect(effect.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['no changeAda'])
  fireEvent.click(dialog.getByRole('button', { name: 'Allow' }))
  const release: (() => void)[] = []
  hold = new Promise((resolve) => {
    release.push(resolve)
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Add permission' }))
  await dialog.findByRole('button', { name: 'Saving ...' })
  release[0]?.()
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Permission added']))
  expect(written()).toMatchObject([
    {
      method: 'POST',
      path: '/api/db/permissions',
      body: {
        subject: 'p1',
        subject_type: 'person',
        person_id: 'p1',
        team_id: null,
        action: 'read',
        deny: false,
        object: 'canaries',
        description: 'on call',
        source: 'UI',
        created_by: 'p1',
      },
    },
  ])
})

test('changes a permission by its id and restores the draft after a reload [PERM-37,PERM-47,ERR-25]', async () => {
  const first = show()
  fireEvent.click(await screen.findByRole('button', { name: 'payments-oncall' }))
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Black Week' } })
  first.unmount()
  show()
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  expect(screen.getByLabelText('Description')).toHaveProperty('value', 'Black Week')
  fireEvent.click(button('Save permission'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Permission updated']))
  expect(written()).toMatchObject([
    {
      method: 'PATCH',
      path: '/api/db/permissions?id=eq.g1',
      body: { subject: 't1', deny: true, object: 'playbooks', description: 'Black Week', updated_by: 'p1' },
    },
  ])
})

test('deletes a permission by its id after confirmation [PERM-45,PERM-48]', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'payments-oncall' }))
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  fireEvent.click(button('Delete'))
  expect(screen.getByText('Are you sure you want to delete the permission?')).toBeDefined()
  expect((await screen.findByRole('list', { name: 'Affected people' })).textContent).toBe('no changeAda')
  fireEvent.click(button('Delete permission'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Permission deleted']))
  expect(written()).toEqual([{ method: 'DELETE', path: '/api/db/permissions?id=eq.g1', body: undefined }])
})

test('marks permissions that this backend does not enforce, and no others', async () => {
  const subjects = [
    ['t1', 'team'],
    ['viewer', 'group'],
    ['everyone', 'group'],
    ['dba', 'group'],
    ['n1', 'notification'],
  ]
  rules = subjects.map(([subject, type], at) => ({
    id: `r${at}`,
    subject,
    subject_type: type,
    action: 'read',
    object: '*',
  }))
  show()
  const marked = (await screen.findAllByText('not enforced')).map((tag) => tag.closest('tr')?.textContent)
  expect(marked.map((text) => /dba|n1/.exec(text ?? '')?.[0])).toEqual(['n1'])
})

test('marks a group that is neither a role nor a permission group', async () => {
  const group = { id: 'g', namespace: 'default', name: 'dba' }
  rules = ['viewer', 'everyone', 'dba', 'dbaa'].map((subject, at) => ({
    id: `r${at}`,
    subject,
    subject_type: 'group',
    action: 'read',
    object: '*',
    group: subject === 'dba' ? group : { id: null, name: null },
  }))
  show()
  const marked = (await screen.findAllByText('unknown group')).map(
    (tag) => tag.closest('td, [role="cell"]')?.textContent,
  )
  expect(marked).toEqual([expect.stringContaining('dbaa')])
})

test('shows changes that the server would reject before they are sent', async () => {
  rules = []
  show(['editor'])
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Permission' }))
  await dialog.findByRole('option', { name: 'payments-oncall' })
  fireEvent.change(dialog.getByLabelText('Subject'), { target: { value: 't1' } })
  fireEvent.change(dialog.getByLabelText('Action'), { target: { value: 'update' } })
  fireEvent.change(dialog.getByLabelText('Resource'), { target: { value: 'connection' } })
  expect(await dialog.findByRole('status')).toHaveProperty(
    'textContent',
    'You cannot grant update on connections: your own permissions do not fully cover it. Ask an administrator.',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Add permission' }))
  expect(written()).toEqual([])
  fireEvent.change(dialog.getByLabelText('Resource'), { target: { value: 'canaries' } })
  expect(dialog.queryByRole('status')).toBeNull()
})

test.each([
  [
    'is invalid',
    { object_selector: [1] },
    1,
    /^Invalid permission field object_selector: it must be an object of lists/,
  ],
  ['is about a role', { subject: 'everyone', subject_type: 'group' }, 0, /cannot be changed here/],
])('a permission that %s is listed and can be deleted', async (_case, fields, marks, message) => {
  rules = [{ ...rule, ...fields }]
  show()
  const name = 'subject' in fields ? 'everyone' : 'payments-oncall'
  fireEvent.click(await screen.findByRole('button', { name }))
  expect(screen.queryAllByText('ignored')).toHaveLength(marks)
  const dialog = within(await screen.findByRole('dialog', { name: 'Permission' }))
  expect(dialog.getByText(message)).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  fireEvent.click(button('Delete permission'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['Permission deleted']))
})
