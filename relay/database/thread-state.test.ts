import { describe, expect, test } from 'vitest'
import { firstState, nextState, getOutage, type ThreadEvent, type ThreadState } from './thread-state.ts'

const outage = { sinceMs: 5, reason: 'it crashed' }
const working = firstState('first')
const lost = { kind: 'lost', thread: 'first', outage, dataLoss: undefined } as const
const replacing = nextState(working, lost)
const closed = { kind: 'closed', error: new Error('closed') } as const
const ended = nextState(working, closed)

const after = (...events: readonly ThreadEvent<string>[]): ThreadState<string> =>
  events.reduce<ThreadState<string>>(nextState, working)

describe('the thread of an embedded database', () => {
  test('is replaced when it is lost, and the outage becomes the last restart', () => {
    expect(replacing).toEqual({ kind: 'replacing', outage, failure: undefined, lastRestart: null, restarts: 0 })
    expect(getOutage(replacing)).toEqual(outage)
    expect(after(lost, { kind: 'opened', thread: 'second' })).toEqual({
      kind: 'working',
      thread: 'second',
      lastRestart: outage,
      restarts: 1,
    })
  })

  test('keeps the reason of the failed replacement until one succeeds', () => {
    const failure = new Error('no room')
    expect(after(lost, { kind: 'failed', failure })).toEqual({ ...replacing, failure })
    expect(after(lost, { kind: 'failed', failure }, { kind: 'opened', thread: 'second' }).kind).toBe('working')
  })

  test('is not replaced when the database was in memory', () => {
    const dataLoss = new Error('gone')
    expect(after({ ...lost, dataLoss })).toEqual({
      kind: 'ended',
      error: dataLoss,
      outage,
      lastRestart: null,
      restarts: 0,
    })
  })

  test('closes once, from any state, with the first reason', () => {
    expect(ended).toEqual({ kind: 'ended', error: closed.error, outage: null, lastRestart: null, restarts: 0 })
    expect(after(lost, closed)).toEqual({ ...ended, outage })
    expect(nextState(ended, { kind: 'closed', error: new Error('again') })).toBe(ended)
  })

  test.each<[string, ThreadState<string>, ThreadEvent<string>]>([
    ['a thread that was replaced before', working, { ...lost, thread: 'earlier' }],
    ['a thread while another one is started', replacing, lost],
    ['a thread after the end', ended, lost],
    ['a failure while one is at work', working, { kind: 'failed', failure: new Error('late') }],
    ['a failure after the end', ended, { kind: 'failed', failure: new Error('late') }],
    ['a start while one is at work', working, { kind: 'opened', thread: 'second' }],
    ['a start after the end', ended, { kind: 'opened', thread: 'second' }],
  ])('ignores %s', (_label, state, event) => {
    expect(nextState(state, event)).toBe(state)
  })
})
