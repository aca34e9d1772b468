import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { collectGarbage } from '#relay/testing/collect-garbage.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { defineCheckType } from './define-check-type.ts'

const context = (signal: AbortSignal, timeoutMs = 60_000) => ({
  signal,
  timeoutMs,
  namespace: 'default',
  resolveSecret: async () => '',
  mask: new Mask(),
})
const createType = (run: (signal: AbortSignal) => Promise<void>) =>
  defineCheckType({
    key: 'made',
    spec: z.object({}),
    formatEndpoint: () => 'here',
    run: async (_spec, { signal }) => {
      await run(signal)
      return { pass: true, message: 'done' }
    },
  })
const untilStopped = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))

test('releases a finished check and all listeners of its signal', async () => {
  const stopping = new AbortController()
  const signals: WeakRef<AbortSignal>[] = []
  const made = createType(async (signal) => {
    signals.push(new WeakRef(signal))
    signal.addEventListener('abort', () => undefined)
  })
  for (let n = 0; n < 20; n += 1) await made.run({}, context(stopping.signal))
  expect(signals).toHaveLength(20)
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
  const countRetained = async () => {
    await collectGarbage()
    return signals.filter((signal) => signal.deref() !== undefined)
  }
  await expect.poll(countRetained).toEqual([])
})

test('reports a timeout', async () => {
  const result = await createType(untilStopped).run({}, context(new AbortController().signal, 1))
  expect(result).toEqual({ pass: false, message: 'No response within 1 ms.' })
})

test('reports an abort from outside, before or after the start', async () => {
  const stopping = new AbortController()
  const made = createType(untilStopped)
  const running = made.run({}, context(stopping.signal))
  stopping.abort()
  const stopped = { pass: false, message: 'The check was stopped before it finished.' }
  expect(await running).toEqual(stopped)
  expect(await made.run({}, context(stopping.signal))).toEqual(stopped)
})
