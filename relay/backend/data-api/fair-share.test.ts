import { expect, test, vi } from 'vitest'
import { SqlError } from '#relay/database/sql-error.ts'
import { createFairShare, type Share } from './fair-share.ts'

const noone = (): void => undefined

const held = () => {
  let settle: readonly [end: (text: string) => void, fail: (error: Error) => void] = [noone, noone]
  const promise = new Promise<string>((...both) => (settle = both))
  return { promise, end: () => settle[0]('done'), fail: (error: Error) => settle[1](error) }
}
const cutOff = new SqlError({ code: '57014', message: 'canceling statement due to user request' })

const setUp = (over: Partial<Parameters<typeof createFairShare>[0]> = {}) => {
  const started: string[] = []
  const share = createFairShare({ atOnce: 1, atOnceEach: 1, now: () => nowMs, ...over })
  const ask = (person: string, name: string, { kind = 'checks', signal }: Partial<Share> = {}) => {
    const work = held()
    const start = async () => {
      started.push(name)
      return work.promise
    }
    const response = share.run({ person, kind, signal }, start)
    return { ...work, response }
  }
  let nowMs = 1_000_000
  return { started, ask, pass: (ms: number) => (nowMs += ms) }
}

test('takes turns between people regardless of how many requests one has queued', async () => {
  const { started, ask } = setUp()
  const ada = ['a1', 'a2', 'a3'].map((name) => ask('ada', name))
  const bob = ask('bob', 'b1')
  for (const { end } of [...ada, bob]) end()
  await Promise.all([...ada, bob].map(({ response }) => response))
  expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('never lets one person use all slots', async () => {
  const { started, ask } = setUp({ atOnce: 3, atOnceEach: 2 })
  const all = [...['a1', 'a2', 'a3'].map((name) => ask('ada', name)), ask('bob', 'b1')]
  await vi.waitFor(() => expect(started).toEqual(['a1', 'a2', 'b1']))
  for (const { end } of all) end()
  await Promise.all(all.map(({ response }) => response))
})

test('a request whose client left while it waited is not started', async () => {
  const { started, ask } = setUp()
  const [left, leaves] = [AbortSignal.abort(), new AbortController()]
  const [first, second, third] = [ask('ada', 'a1'), ask('ada', 'a2', { signal: leaves.signal }), ask('ada', 'a3')]
  leaves.abort()
  await expect(second.response).rejects.toMatchObject({ status: 499 })
  await expect(ask('ada', 'a4', { signal: left }).response).rejects.toMatchObject({ status: 499 })
  for (const { end } of [first, third]) end()
  await Promise.all([first.response, third.response])
  expect(started).toEqual(['a1', 'a3'])
})

test('rejects queued requests of a kind that timed out, and pauses the kind on a repeat', async () => {
  const { started, ask, pass } = setUp()
  const first = ask('ada', 'a1')
  const waiting = ask('ada', 'a2')
  first.fail(cutOff)
  await expect(first.response).rejects.toBe(cutOff)
  await expect(waiting.response).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
  const second = ask('ada', 'a3')
  second.fail(cutOff)
  await expect(second.response).rejects.toBe(cutOff)
  await expect(ask('ada', 'a4').response).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
  const bob = ask('bob', 'b1')
  bob.end()
  await bob.response
  pass(2_001)
  const third = ask('ada', 'a5')
  third.end()
  await third.response
  expect(started).toEqual(['a1', 'a3', 'b1', 'a5'])
})

test('one kind that times out again and again leaves the others alone, several kinds do not', async () => {
  const { ask } = setUp({ atOnce: 9, atOnceEach: 9 })
  const timeOut = async (kind: string) => {
    const { fail, response } = ask('ada', kind, { kind })
    fail(cutOff)
    await expect(response).rejects.toBe(cutOff)
  }
  const served = async (kind: string) => {
    const { end, response } = ask('ada', kind, { kind })
    end()
    return response
  }
  await timeOut('graph')
  await timeOut('graph')
  await expect(served('graph')).rejects.toMatchObject({ status: 429 })
  expect(await served('checks')).toBe('done')
  for (const kind of ['changes', 'summary', 'related']) {
    await timeOut(kind)
    expect(await served(kind)).toBe('done')
  }
  await timeOut('configs')
  await expect(served('checks')).rejects.toMatchObject({ status: 429 })
})

test('a request waits as long as others end', async () => {
  vi.useFakeTimers()
  const { ask } = setUp({ longestStandstillMs: 500 })
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => ask('ada', name))
  for (const { end, response } of all) {
    await vi.advanceTimersByTimeAsync(400)
    end()
    expect(await response).toBe('done')
  }
  vi.useRealTimers()
})

test('limits how many requests of a person wait, and for how long none may end', async () => {
  vi.useFakeTimers()
  const { ask } = setUp({ waitingEach: 1, longestStandstillMs: 500 })
  ask('ada', 'a1')
  const waiting = ask('ada', 'a2').response.catch((error: unknown) => error)
  await expect(ask('ada', 'a3').response).rejects.toMatchObject({ status: 429 })
  await vi.advanceTimersByTimeAsync(501)
  expect(await waiting).toMatchObject({ status: 503 })
  vi.useRealTimers()
})
