import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { form } from '#machines/testing/flow-samples.ts'
import { selfServiceMachine } from '#machines/identity/self-service-machine.ts'
import { SettingsMessages } from './settings-messages.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('hides the service’s settings message after ten seconds [SET-08]', async () => {
  const saved = form({ state: 'success' }, [{ id: 1_050_001, text: 'Your changes have been saved!', type: 'success' }])
  const machine = selfServiceMachine.provide({ actors: { createFlow: fromPromise(async () => saved) } })
  const actor = createActor(machine, { input: { kind: 'settings', params: {}, origin: 'http://localhost' } }).start()
  const state = await waitFor(actor, (snapshot) => snapshot.matches('showing'))
  vi.useFakeTimers()
  render(<SettingsMessages state={state} send={(event) => actor.send(event)} />)
  pass(9_999)
  expect(screen.getByText('Your changes have been saved!')).toBeDefined()
  pass(1)
  expect(screen.queryByText('Your changes have been saved!')).toBeNull()
})
