import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted.ts'

const stopped = new Error('stopped')

async function* failing() {
  yield 1
  throw new Error('too late')
}

async function* hanging() {
  await new Promise(() => undefined)
  yield 1
}

test('a source that throws after its abort causes no unhandled rejection', async () => {
  const stop = new AbortController()
  const read = untilAborted(failing(), stop.signal)
  expect(await read.next()).toEqual({ done: false, value: 1 })
  stop.abort(stopped)
  await expect(read.next()).rejects.toBe(stopped)
})

test('leaves a hanging source as soon as it is aborted', async () => {
  const stop = new AbortController()
  const next = untilAborted(hanging(), stop.signal).next()
  stop.abort(stopped)
  await expect(next).rejects.toBe(stopped)
})

test('reads a source to its end, and closes it when the reader stops early', async () => {
  const { signal } = new AbortController()
  let isLeft = false
  const source = async function* () {
    try {
      yield 1
      yield 2
    } finally {
      isLeft = true
    }
  }
  const all: number[] = []
  for await (const one of untilAborted(source(), signal)) all.push(one)
  expect(all).toEqual([1, 2])
  isLeft = false
  for await (const one of untilAborted(source(), signal)) if (one === 1) break
  expect(isLeft).toBe(true)
})
