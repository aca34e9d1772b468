import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderConsole } from '#client/testing/render-console.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const id = '01890a5d-0000-7000-8000-000000000412'
const counted = (rows: readonly unknown[], total = rows.length) =>
  Response.json(rows, { headers: { 'Content-Range': `0-${Math.max(rows.length - 1, 0)}/${total}` } })

const incidents = '/api/db/incidents'
const incident = {
  id,
  incident_id: 'INC-412',
  title: 'Card payments fail',
  status: 'open',
  severity: 'Critical',
  created_at: '2026-11-29T08:00:00Z',
}

const open = async (address: string, responses: Parameters<typeof renderConsole>[1] = {}) => {
  renderConsole(address, responses)
  await screen.findByRole('button', { name: 'Find or do' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Find or do' })
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const group = async (name: string) => within(await screen.findByRole('group', { name }))

test('opens with the pages of the sidebar, and Enter goes to the chosen one', async () => {
  const input = await open('/settings')
  const options = (await group('Go to')).getAllByRole('option').map(({ textContent }) => textContent)
  expect(options.slice(0, 2)).toEqual(['DashboardG then T', 'HealthG then H'])
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  fireEvent.keyDown(input, { key: 'ArrowDown' })
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Incidents')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(window.location.pathname).toBe('/incidents')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find or do' })).toBeNull())
})

test('Escape returns the focus to the element that had it', async () => {
  renderConsole('/settings')
  const opener = await screen.findByRole('button', { name: 'Help' })
  opener.focus()
  fireEvent.keyDown(opener, { key: 'k', ctrlKey: true })
  const input = await screen.findByRole('combobox', { name: 'Find or do' })
  await waitFor(() => expect(document.activeElement).toBe(input))
  fireEvent.keyDown(input, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('finds settings pages and forms by a part of their name', async () => {
  const input = await open('/health')
  type(input, 'flag')
  expect(await screen.findByRole('option', { name: /Feature Flags/ })).toBeDefined()
  type(input, 'add health')
  expect(await screen.findByRole('option', { name: /Add health check/ })).toBeDefined()
})

test('lists matching resources with their state, and offers the rest on their page', async () => {
  const input = await open('/health', { [incidents]: () => counted([incident], 14) })
  type(input, 'card')
  const found = await group('Incidents')
  expect(found.getByRole('option', { name: 'INC-412 Card payments fail, open, Critical' })).toBeDefined()
  fireEvent.click(found.getByRole('option', { name: '13 more in Incidents' }))
  expect(window.location.pathname + window.location.search).toBe('/incidents?search=card')
})

test('lists opened resources first the next time, with their current state', async () => {
  let status = 'open'
  const responses = { [incidents]: () => counted([{ ...incident, status }]) }
  const input = await open('/health', responses)
  type(input, 'card')
  fireEvent.click((await group('Incidents')).getByRole('option'))
  expect(window.location.pathname).toBe(`/incidents/${id}`)
  status = 'resolved'
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Find or do' })).toBeNull())
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  expect((await group('Recent')).getByRole('option', { name: /Card payments fail.*resolved/ })).toBeDefined()
})

const release = (released: readonly (() => void)[]) => {
  for (const each of released) each()
}

/** Each look moves the clock by a millisecond, so that a busy machine does not pass the time in which a row is read. */
const appears = (name: string) => vi.waitFor(() => screen.getByRole('group', { name }), { interval: 1 })

test('chooses the first row of results that arrive together', async () => {
  const check = { id: '1', name: 'card check', type: 'http', status: 'healthy', canaries: { name: 'payments' } }
  const released: (() => void)[] = []
  const gate = new Promise<void>((resolve) => released.push(resolve))
  const input = await open('/health', {
    '/api/db/checks': () => gate.then(() => counted([check])),
    [incidents]: () => counted([incident]),
  })
  vi.useFakeTimers()
  type(input, 'card')
  await vi.advanceTimersByTimeAsync(120)
  await appears('Incidents')
  release(released)
  await appears('Checks')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('card check')
})

test('keeps the chosen row when results arrive above it', async () => {
  const check = { id: '1', name: 'card check', type: 'http', status: 'healthy', canaries: { name: 'payments' } }
  const released: (() => void)[] = []
  const gate = new Promise<void>((resolve) => released.push(resolve))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const input = await open('/health', {
    '/api/db/checks': () => gate.then(() => counted([check])),
    [incidents]: () => counted([incident]),
  })
  type(input, 'card')
  await group('Incidents')
  vi.advanceTimersByTime(500)
  release(released)
  await group('Checks')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Card payments fail')
})

test('finds an incident by its ID among more incidents than are listed', async () => {
  const others = Array.from({ length: 20 }, (_, at) => ({ ...incident, id: `i${at}`, incident_id: `INC-4${at}` }))
  const input = await open('/health', {
    [incidents]: ({ searchParams }) =>
      searchParams.get('and')?.includes('"inc-4"')
        ? counted([{ ...incident, incident_id: 'INC-4' }])
        : counted(others, 42),
  })
  type(input, 'inc-4')
  const [first] = (await group('Incidents')).getAllByRole('option')
  expect(first?.textContent).toContain('INC-4 Card')
})

test('says which kind was not searched', async () => {
  const input = await open('/health', {
    [incidents]: () => Response.json({ message: 'canceling statement' }, { status: 500 }),
  })
  type(input, 'card')
  expect(await screen.findByText(/^Not searched: Incidents: /)).toBeDefined()
})

test('says that nothing matches', async () => {
  const input = await open('/health')
  type(input, 'zzzz')
  expect(await screen.findByText('Nothing matches “zzzz”.')).toBeDefined()
})

test('lists only actions after ">", and runs one', async () => {
  const input = await open('/health')
  type(input, '>keyboard')
  expect(screen.getAllByRole('option')).toHaveLength(1)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
})

test('moves between the list and the actions of a resource with the arrow keys', async () => {
  const input = await open('/health', { [incidents]: () => counted([incident]) })
  type(input, 'card')
  await group('Incidents')
  fireEvent.keyDown(input, { key: 'ArrowRight' })
  const actions = within(screen.getByRole('region', { name: /^Actions for INC-412/ }))
  expect(document.activeElement).toBe(actions.getByRole('button', { name: 'Open' }))
  fireEvent.keyDown(actions.getByRole('button', { name: 'Open' }), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(actions.getByRole('button', { name: 'Copy link' }))
  fireEvent.keyDown(actions.getByRole('button', { name: 'Copy link' }), { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(input)
})

test('an incident whose checks fail is resolved with a reason', async () => {
  const mitigated = { ...incident, status: 'mitigated', acknowledged: '2026-11-29T08:05:00Z' }
  const failing = {
    id: 'e1',
    type: 'check',
    description: '',
    checks: { id: 'c1', name: 'authorize', status: 'unhealthy' },
  }
  const hypothesis = { id: 'h1', incident_id: id, title: 'Cause', type: 'root', status: 'likely', evidences: [failing] }
  const input = await open('/health', {
    [incidents]: () => counted([mitigated]),
    '/api/db/hypotheses': () => counted([hypothesis]),
  })
  type(input, 'card')
  await group('Incidents')
  await screen.findByRole('button', { name: 'Resolve' })
  fireEvent.keyDown(input, { key: 'ArrowRight' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Open' }), { key: 'ArrowDown' })
  const resolve = screen.getByRole('button', { name: 'Resolve' })
  expect(document.activeElement?.textContent).toBe('Resolve')
  fireEvent.click(resolve)
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve INC-412' }))
  expect(dialog.getByRole('textbox', { name: /Reason to resolve anyway/ })).toBeDefined()
})

test('an incident is mitigated, and the result is announced', async () => {
  const input = await open('/health', { [incidents]: () => counted([{ ...incident, acknowledged: null }]) })
  type(input, 'card')
  await group('Incidents')
  fireEvent.click(await screen.findByRole('button', { name: 'Mitigate' }))
  expect((await screen.findByText('INC-412 is mitigated')).closest('[role=status]')).not.toBeNull()
})

const playbook = { id: 'p1', name: 'warm-cache', title: 'Warm the cache', category: '' }
const playbooks = {
  '/api/db/playbook_names': () => counted([playbook, { ...playbook, id: 'p2', title: 'Run down the cache' }]),
}

test('a word for an action and a name find the resource, and Enter starts the action', async () => {
  const input = await open('/health', {
    [incidents]: () => counted([incident]),
  })
  type(input, '> acknowledge card')
  const option = (await group('Incidents')).getByRole('option', { name: /INC-412/ })
  expect(option.getAttribute('aria-selected')).toBe('true')
  const acknowledge = await screen.findByRole('button', { name: 'Acknowledge' })
  const clicked = vi.fn<() => void>()
  acknowledge.addEventListener('click', clicked)
  expect(screen.getByText('acknowledge', { selector: '.palette-foot span' })).toBeDefined()
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(clicked).toHaveBeenCalledOnce()
  expect(window.location.pathname).toBe('/health')
})

test('a resource whose name has the word comes first and is opened', async () => {
  const input = await open('/health', playbooks)
  type(input, 'run cache')
  const options = (await group('Playbooks')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['Run down the cache', 'Warm the cache'])
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(window.location.pathname).toBe('/playbooks/p2')
})

test('without such an action, Enter goes to the actions that the resource has', async () => {
  const input = await open('/health', playbooks)
  type(input, 'acknowledge warm')
  await group('Playbooks')
  const openButton = await screen.findByRole('button', { name: 'Open' })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(document.activeElement).toBe(openButton)
  expect(window.location.pathname).toBe('/health')
})
