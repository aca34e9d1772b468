import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { paletteMachine } from './palette-machine.ts'

const started = () => {
  const clock = new SimulatedClock()
  return { clock, actor: createActor(paletteMachine, { clock, input: { text: '' } }).start() }
}

test('searches once the person pauses, without surrounding blanks', () => {
  const { clock, actor } = started()
  actor.send({ type: 'palette.type', text: ' au' })
  clock.increment(119)
  actor.send({ type: 'palette.type', text: ' auth ' })
  clock.increment(119)
  expect(actor.getSnapshot().context).toMatchObject({ text: ' auth ', searched: '' })
  clock.increment(1)
  expect(actor.getSnapshot().context).toMatchObject({ text: ' auth ', searched: 'auth' })
})

test('keeps the chosen row while results arrive, and selects the first row again after typing', () => {
  const { clock, actor } = started()
  actor.send({ type: 'palette.choose', key: 'checks/2' })
  clock.increment(1_000)
  expect(actor.getSnapshot().context.chosen).toBe('checks/2')
  actor.send({ type: 'palette.type', text: 'a' })
  expect(actor.getSnapshot().context.chosen).toBeNull()
})
