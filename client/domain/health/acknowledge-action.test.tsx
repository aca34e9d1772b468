import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setBackend } from '#client/testing/set-backend.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { AcknowledgeAction } from './acknowledge-action.tsx'
import { toUntil } from './acknowledge-until.ts'

const nowMs = Date.UTC(2026, 10, 21, 7, 30)
const check = { id: 'c1', name: 'home page', canaryId: 'k1', canaryName: 'web', acknowledged: null }
const acknowledged = { by: 'Ada', note: '', at: '2026-11-21T07:00:00Z', until: null }
const requests: { readonly method: string; readonly path: string; readonly body: unknown }[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    requests.push({ method, path: new URL(url, window.location.origin).pathname, body: parsed })
    return Response.json({})
  })
})
afterEach(() => {
  setBackend('embedded')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (over: Partial<Parameters<typeof AcknowledgeAction>[0]['check']> = {}, roles = ['responder']) =>
  render(
    <WithConsole roles={roles}>
      <AcknowledgeAction check={{ ...check, ...over }} />
    </WithConsole>,
  )

test('acknowledges with a note until the chosen time', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Note' }), { target: { value: 'vendor informed' } })
  fireEvent.click(screen.getByRole('button', { name: 'It recovers' }))
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge check' }))
  await vi.waitFor(() =>
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/api/canary/acknowledge/check/c1',
        body: { note: 'vendor informed', until: null },
      },
    ]),
  )
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('removes an acknowledgement', async () => {
  show({ acknowledged })
  fireEvent.click(screen.getByRole('button', { name: 'Remove acknowledgement' }))
  await vi.waitFor(() =>
    expect(requests).toMatchObject([{ method: 'DELETE', path: '/api/canary/acknowledge/check/c1' }]),
  )
})

test('is offered only with the permission to run checks, and only over the own backend', () => {
  const { unmount } = show({}, ['viewer'])
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  setBackend('remote')
  show()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['1h', '2026-11-21T08:30:00.000Z'],
  ['4h', '2026-11-21T11:30:00.000Z'],
  ['morning', '2026-11-21T08:00:00.000Z'],
  ['recovery', null],
] as const)('the choice %s ends at %s', (choice, until) => {
  expect(toUntil(choice, nowMs, 'UTC')).toBe(until)
})
