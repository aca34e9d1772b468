import { expect, test } from 'vitest'
import { createEngineState, mergeEngineStates } from './engine-state.ts'

const succeed = async () => 1
const fail = () => Promise.reject(new Error('no such table'))
const startedAndFailure = ({ hasStarted, failure }: ReturnType<typeof mergeEngineStates>) => [hasStarted(), failure()]

test('has not started while every attempt fails, and stays started after the first success', async () => {
  const state = createEngineState()
  expect(startedAndFailure(state)).toEqual([true, undefined])
  await expect(state.track(fail)).rejects.toThrow('no such table')
  expect(startedAndFailure(state)).toEqual([false, 'no such table'])
  expect(await state.track(succeed)).toBe(1)
  expect(startedAndFailure(state)).toEqual([true, undefined])
  await expect(state.track(fail)).rejects.toThrow('no such table')
  expect(startedAndFailure(state)).toEqual([true, 'no such table'])
})

test('has started once each loop of the engine has', async () => {
  const [first, second] = [createEngineState(), createEngineState()]
  await first.track(succeed)
  await second.track(fail).catch(() => undefined)
  expect(startedAndFailure(mergeEngineStates([first, second]))).toEqual([false, 'no such table'])
  await second.track(succeed)
  expect(startedAndFailure(mergeEngineStates([first, second]))).toEqual([true, undefined])
})
