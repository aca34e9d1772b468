import { act, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { Alerts } from './alerts.tsx'

const before = usePreferences.getState()
const shown: string[] = []
const responses = new Map<string, unknown>()
const sounds = vi.fn<() => void>()

class FakeNotification extends EventTarget {
  static readonly permission = 'granted'
  constructor(title: string) {
    super()
    shown.push(title)
  }
}

class FakeAudio {
  readonly currentTime = 0
  readonly destination = {}
  createGain = () => ({ gain: { value: 0 }, connect: () => undefined })
  createOscillator = () => ({ frequency: { value: 0 }, connect: () => undefined, start: sounds, stop: () => undefined })
  close = () => Promise.resolve()
}

beforeEach(() => {
  shown.length = 0
  responses.clear()
  sounds.mockClear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(responses.get(new URL(url, window.location.origin).pathname) ?? []),
  )
})
afterEach(() => {
  setPreferences(before)
  vi.unstubAllGlobals()
})

const start = async (roles: readonly string[] = ['admin']) => {
  const { client, show } = createFakeLiveClient()
  render(
    <WithConsole roles={roles}>
      <LiveProvider client={client}>
        <Alerts />
      </LiveProvider>
    </WithConsole>,
  )
  const fetches = vi.spyOn(globalThis, 'fetch')
  const mark = async (text: string) => {
    fetches.mockClear()
    act(() => show({ status: 'live', rows: new Map([['row', { table: 'row', mark: text } as never]]) }))
    await waitFor(() => expect(fetches.mock.calls.length).toBeGreaterThan(0))
  }
  await mark('first')
  return mark
}

const approvers = (refusal: string | null) => ({
  type: 'any',
  allowSelf: false,
  people: [],
  teams: [],
  you: { refusal, asPerson: refusal === null, teams: [] },
})

const at = () => new Date(Date.now() + 1_000).toISOString()
const failing = (name: string, time = at()) => ({ id: name, name, last_transition_time: time })
const waiting = (id: string) => ({ id, created_at: at(), playbooks: { name: id } })

test('notifies of checks that turn unhealthy while the page is open, not of those that already were', async () => {
  setPreferences({ showsNotifications: true })
  responses.set('/api/db/checks', [failing('old', '2026-01-01T00:00:00Z')])
  const mark = await start()
  responses.set('/api/db/checks', [failing('home page'), failing('old', '2026-01-01T00:00:00Z')])
  await mark('second')
  await waitFor(() => expect(shown).toEqual(['home page is unhealthy']))
  await mark('third')
  expect(shown).toEqual(['home page is unhealthy'])
  expect(sounds).not.toHaveBeenCalled()
})

test('notifies of waiting runs that the person can approve', async () => {
  setPreferences({ showsNotifications: true })
  responses.set('/api/playbook/run/mine/approvers', approvers(null))
  responses.set('/api/playbook/run/other/approvers', approvers('Only Priya can approve this run.'))
  const mark = await start()
  responses.set('/api/db/playbook_runs', [waiting('other'), waiting('mine')])
  await mark('second')
  await waitFor(() => expect(shown).toEqual(['mine waits for your approval']))
})

test('plays a sound only if it is turned on', async () => {
  setPreferences({ playsSound: true })
  const mark = await start()
  responses.set('/api/db/checks', [failing('home page')])
  await mark('second')
  await waitFor(() => expect(sounds).toHaveBeenCalled())
  expect(shown).toEqual([])
})

test('requests nothing that the person may not read', async () => {
  const fetches = vi.spyOn(globalThis, 'fetch')
  const { client } = createFakeLiveClient()
  render(
    <WithConsole roles={[]}>
      <LiveProvider client={client}>
        <Alerts />
      </LiveProvider>
    </WithConsole>,
  )
  await act(() => Promise.resolve())
  expect(fetches).not.toHaveBeenCalled()
})
