import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toastMessages } from '#client/testing/toast-messages.ts'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { useToasts } from '#client/ui/feedback/toast-store.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { UsersPage } from './users-page.tsx'

const user = (id: string, change: Partial<UserRow> = {}): UserRow => ({
  id,
  name: `${id} Ops`,
  firstName: id,
  lastName: 'Ops',
  email: `${id}@northwind.example`,
  avatar: null,
  roles: ['viewer'],
  state: 'active',
  stateChangedAt: '2026-01-02T08:00:00Z',
  hasSecondFactor: false,
  createdAt: '2026-01-01T08:00:00Z',
  lastLogin: null,
  ...change,
})
const mara = user('1', {
  name: 'Mara Lindqvist',
  firstName: 'Mara',
  lastName: 'Lindqvist',
  email: 'mara@northwind.example',
  roles: ['admin'],
})
const ada = user('ada')
const bo = user('bo', { roles: ['editor', 'responder'], state: 'invited' })

const sent: { readonly method: string; readonly path: string; readonly body: unknown }[] = []
let respond: () => Response

const meta = document.createElement('meta')
beforeEach(() => {
  sent.length = 0
  respond = () => Response.json({})
  window.history.replaceState(null, '', '/settings/users')
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  meta.name = 'user-accounts'
  meta.content = 'embedded'
  document.head.append(meta)
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, path, body: body === undefined ? undefined : JSON.parse(body) })
    return respond()
  })
})
afterEach(() => {
  meta.remove()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const show = (users: readonly UserRow[], roles: readonly string[] = ['admin'], grants: readonly Grant[] = []) =>
  render(
    <WithConsole roles={roles} grants={grants}>
      <LiveRows rows={{ 'settings.users': Object.fromEntries(users.map((row) => [row.id, row])) }}>
        <UsersPage />
      </LiveRows>
    </WithConsole>,
  )
const button = (name: string) => screen.getByRole('button', { name })
const getRow = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('lists users with roles, state and second factor, and counts them [SHELL-36,AUTH-53,PERM-15]', async () => {
  window.innerWidth = 1440
  show([mara, ada, bo])
  expect(getRow('Mara Lindqvist').getByText('admin')).toBeDefined()
  expect([getRow('bo Ops').getByText('editor'), getRow('bo Ops').getByText('responder')]).toHaveLength(2)
  expect(getRow('bo Ops').getByText('invited')).toBeDefined()
  expect(screen.getByText('3 users')).toBeDefined()
  expect(screen.getByText('2 active without a second factor')).toBeDefined()
  fireEvent.click(button('Role All'))
  fireEvent.click(await screen.findByText('editor', { selector: '[role=option] *' }))
  expect(screen.getAllByRole('row').slice(1)).toHaveLength(1)
})

test('an invitation has first name, last name, email and role; an invalid one focuses the first error [SET-96,API-08]', async () => {
  respond = () => Response.json({ link: 'https://console/recovery?flow=1', code: '123456', mail: 'outbox' })
  show([mara])
  fireEvent.click(button('Invite user'))
  const dialog = within(screen.getByRole('dialog', { name: 'Invite user' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Invite user' }))
  await dialog.findAllByText('This field is required')
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  type('First name', 'Aroha')
  type('Last name', 'Ngata ')
  type('Email', 'Mara@northwind.example')
  expect(await screen.findByText('Mara Lindqvist already has this email address.')).toBeDefined()
  type('Email', 'aroha@northwind.example')
  fireEvent.click(screen.getByRole('radio', { name: /^responder/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Invite user' }))
  await screen.findByRole('dialog', { name: 'Invitation created' })
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/auth/invite_user',
      body: { firstName: 'Aroha', lastName: 'Ngata', email: 'aroha@northwind.example', role: 'responder' },
    },
  ])
  expect(screen.getByText('https://console/recovery?flow=1')).toBeDefined()
  expect(
    screen.getByText(/^No mail server is configured \(SMTP_URL\)\. The email to \S+ is not sent but stored/),
  ).toBeDefined()
})

test('shows only the link of an invitation without a code [API-08]', async () => {
  respond = () => Response.json({ link: 'https://identity/recovery?flow=1' })
  show([mara])
  fireEvent.click(button('Invite user'))
  type('First name', 'Aroha')
  type('Last name', 'Ngata')
  type('Email', 'aroha@northwind.example')
  fireEvent.click(screen.getByRole('radio', { name: /^responder/ }))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Invite user' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Invitation created' }))
  expect(shown.getByText('https://identity/recovery?flow=1')).toBeDefined()
  expect(shown.queryByText('Code')).toBeNull()
  expect(shown.getByText('Anyone who has it can set the password of this account. Single use.')).toBeDefined()
})

test('shows a duplicate email at its field and keeps the input [API-08]', async () => {
  respond = () => Response.json({ error: 'User already exists' }, { status: 409 })
  show([mara])
  fireEvent.click(button('Invite user'))
  type('First name', 'Aroha')
  type('Email', 'aroha@northwind.example')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Invite user' }))
  expect(await screen.findByText('Another account or person already has this email address.')).toBeDefined()
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'aroha@northwind.example')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')))
  type('Last name', 'Ngata')
  expect(screen.getByText('Another account or person already has this email address.')).toBeDefined()
  type('Email', 'a.ngata@northwind.example')
  await vi.waitFor(() =>
    expect(screen.queryByText('Another account or person already has this email address.')).toBeNull(),
  )
})

test('sends only the changed fields [API-09,ERR-23]', async () => {
  show([mara, ada])
  fireEvent.click(button('ada Ops'))
  fireEvent.click(screen.getByRole('radio', { name: /^editor/ }))
  fireEvent.click(button('Save user'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['User updated successfully']))
  expect(sent).toEqual([{ method: 'POST', path: '/api/people/update', body: { id: 'ada', role: 'editor' } }])
})

test('asks for confirmation before removing and explains the effect [API-10,ERR-22]', async () => {
  show([mara, ada])
  fireEvent.click(button('ada Ops'))
  fireEvent.click(button('Remove user'))
  expect(screen.getByText(/every session ends within seconds/)).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.click(button('Remove user'))
  await vi.waitFor(() => expect(toastMessages()).toEqual(['User deleted successfully']))
  expect(sent).toEqual([{ method: 'DELETE', path: '/api/people/ada', body: undefined }])
})

test('the last administrator keeps the role, and cannot be disabled or removed', () => {
  show([mara, ada])
  fireEvent.click(button('Mara Lindqvist'))
  expect(screen.getByRole('radio', { name: /^viewer/ })).toHaveProperty('disabled', true)
  expect(['Disable user', 'Remove user'].map((name) => button(name).getAttribute('aria-disabled'))).toEqual([
    'true',
    'true',
  ])
})

test('warns a user who gives up the role admin', () => {
  show([mara, { ...ada, roles: ['admin'] }])
  fireEvent.click(button('Mara Lindqvist'))
  fireEvent.click(screen.getByRole('radio', { name: /^viewer/ }))
  expect(screen.getByText('You are removing your own admin role.')).toBeDefined()
  expect(button('Save and give up admin')).toBeDefined()
})

test('names the missing permission to read-only users; hides inviting when another service manages the accounts', () => {
  const { unmount } = show([mara], ['editor'])
  expect(button('Invite user').getAttribute('aria-disabled')).toBe('true')
  unmount()
  meta.content = 'roles'
  show([{ ...ada, state: null, hasSecondFactor: null }])
  expect(screen.queryByRole('button', { name: 'Invite user' })).toBeNull()
  expect(screen.getByText(/People sign in at the identity service of IDENTITY_URL/)).toBeDefined()
  fireEvent.click(button('ada Ops'))
  expect(screen.queryByLabelText('Email')).toBeNull()
  expect(button('Remove user')).toBeDefined()
})

test.each(['rbac', 'auth', '*'])('a deny on %s does not restrict an administrator’s account actions', (object) => {
  const deny = { id: 'd', subject: 'admin', subject_type: 'group', action: '*', deny: true, object }
  const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
  show([mara, { ...ada, roles: ['admin'] }], ['admin'], [grantSchema.parse(deny)])
  expect(isOff('Invite user')).toBe(false)
  fireEvent.click(button('ada Ops'))
  expect([isOff('Save user'), isOff('Disable user'), isOff('Remove user')]).toEqual([false, false, false])
  expect(screen.getByRole('radio', { name: /^viewer/ })).toHaveProperty('disabled', false)
})
