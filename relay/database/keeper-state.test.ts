import { expect, test } from 'vitest'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { firstThread, nextKeeperState, outageOf, type KeeperInput, type KeeperState } from './keeper-state.ts'

const outage = { sinceMs: 5, reason: 'it stopped' }
const failure = new DatabaseUnavailable('It cannot be used.', { mayHaveHappened: false, cause: undefined })
const gone = new Error('It is gone.')

const working = firstThread('a')
const replacing: KeeperState<string> = { kind: 'replacing', outage, failure: null, restarts: 0, lastRestart: null }
const failing: KeeperState<string> = { ...replacing, failure }
const ended: KeeperState<string> = { kind: 'ended', error: gone, outage: null, restarts: 0, lastRestart: null }

const lost: KeeperInput<string> = { kind: 'lost', thread: 'a', outage, end: null }
const lostForGood: KeeperInput<string> = { ...lost, end: gone }
const failed: KeeperInput<string> = { kind: 'failed', failure }
const started: KeeperInput<string> = { kind: 'started', thread: 'b' }
const end: KeeperInput<string> = { kind: 'ended', error: gone }
const again: KeeperState<string> = { kind: 'working', thread: 'b', restarts: 1, lastRestart: outage }

test.each<readonly [KeeperState<string>, KeeperInput<string>, KeeperState<string>]>([
  [working, lost, replacing],
  [working, { ...lost, thread: 'an older one' }, working],
  [working, lostForGood, { ...ended, outage }],
  [working, failed, working],
  [working, started, working],
  [working, end, ended],
  [replacing, lost, replacing],
  [replacing, failed, failing],
  [replacing, started, again],
  [replacing, end, { ...ended, outage }],
  [failing, lost, failing],
  [failing, failed, failing],
  [failing, started, again],
  [failing, end, { ...ended, outage }],
  [ended, lost, ended],
  [ended, failed, ended],
  [ended, started, ended],
  [ended, end, ended],
])('a thread that is %o, after %o, is %o', (state, input, next) => {
  expect(nextKeeperState(state, input)).toEqual(next)
})

test('an outage is over once another thread works', () => {
  expect([working, replacing, failing, again].map(outageOf)).toEqual([null, outage, outage, null])
})
