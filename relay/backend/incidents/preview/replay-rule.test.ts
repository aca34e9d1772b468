import { expect, test } from 'vitest'
import { createFailure } from '#relay/testing/incident-inputs.ts'
import { replayRule, type MetSpan } from './replay-rule.ts'

const start = Date.parse('2026-03-24T03:00:00Z')
const minute = 60_000

/** In minutes; `null`: still failing. */
const fails = (id: string, from: number, minutes: number | null, group = 'shop'): MetSpan => ({
  ...createFailure({ id, namespace: group, group, groupName: group, sinceMs: start + from * minute }),
  metMs: start + from * minute,
  untilMs: minutes === null ? null : start + (from + minutes) * minute,
})
const replay = (spans: readonly MetSpan[], resolve?: number) =>
  replayRule(spans, {
    resolveMs: resolve === undefined ? undefined : resolve * minute,
    nowMs: start + 600 * minute,
  }).map(({ title, openedAtMs, resolvedAtMs, members }) => ({
    title,
    opened: (openedAtMs - start) / minute,
    resolved: resolvedAtMs === null ? null : (resolvedAtMs - start) / minute,
    members: members.map(({ id }) => id),
  }))

test('opens one incident for a storm of many parents, and one per parent otherwise', () => {
  const storm = Array.from({ length: 40 }, (_, at) => fails(`c${at}`, 0, null, `parent ${at % 10}`))
  const [one, ...more] = replay(storm)
  expect([one?.title, one?.members.length, more]).toEqual(['40 checks fail', 40, []])
  expect(replay([fails('front', 0, null), fails('back', 5, null), fails('late', 30, null)])).toEqual([
    { title: '2 checks fail in shop', opened: 0, resolved: null, members: ['front', 'back'] },
    { title: 'late fails', opened: 30, resolved: null, members: ['late'] },
  ])
})

test('without a resolve time adds a repeated failure to the open incident', () => {
  expect(replay([fails('front', 0, 1), fails('front', 60, 1), fails('front', 120, 1)])).toEqual([
    { title: 'front fails', opened: 0, resolved: null, members: ['front', 'front', 'front'] },
  ])
})

test('with a resolve time opens an incident each, except for repeats within ten minutes', () => {
  expect(replay([fails('front', 0, 1), fails('front', 8, 1), fails('front', 60, 1)], 5)).toEqual([
    { title: 'front fails', opened: 0, resolved: 14, members: ['front', 'front'] },
    { title: 'front fails', opened: 60, resolved: 66, members: ['front'] },
  ])
})
