import { describe, expect, test } from 'vitest'
import { minuteMs } from '#shared/primitives/time-units.ts'
import { isKeyframeDue, nextKeyframe, noKeyframe, type KeyframeInput, type KeyframeState } from './keyframe-state.ts'

const current: KeyframeState = { kind: 'current', atMs: 1_000, bytes: 500_000, bytesSince: 10 }
const outdated: KeyframeState = { ...current, kind: 'outdated' }

describe('the newest keyframe', () => {
  test.each<readonly [KeyframeState, KeyframeInput, KeyframeState]>([
    [noKeyframe, { kind: 'resumed', atMs: 5 }, { kind: 'outdated', atMs: 5, bytes: 0, bytesSince: 0 }],
    [noKeyframe, { kind: 'changed' }, noKeyframe],
    [noKeyframe, { kind: 'entriesWritten', bytes: 7 }, noKeyframe],
    [noKeyframe, { kind: 'written', atMs: 5, bytes: 9 }, { kind: 'current', atMs: 5, bytes: 9, bytesSince: 0 }],
    [current, { kind: 'changed' }, outdated],
    [current, { kind: 'entriesWritten', bytes: 7 }, { ...current, bytesSince: 17 }],
    [current, { kind: 'discarded' }, noKeyframe],
    [outdated, { kind: 'changed' }, outdated],
    [outdated, { kind: 'entriesWritten', bytes: 7 }, { ...outdated, bytesSince: 17 }],
    [outdated, { kind: 'written', atMs: 5, bytes: 9 }, { kind: 'current', atMs: 5, bytes: 9, bytesSince: 0 }],
    [outdated, { kind: 'discarded' }, noKeyframe],
  ])('moves %o on %o to %o', (state, input, next) => {
    expect(nextKeyframe(state, input)).toEqual(next)
  })

  test.each([
    ['there is none', noKeyframe, 0, false, true],
    ['nothing changed, however old it is', current, 100 * minuteMs, true, false],
    ['something changed ten minutes ago', outdated, 1_000 + 10 * minuteMs, false, true],
    ['something changed and it is not that old', outdated, 10 * minuteMs, false, false],
    ['something changed and the feed ends', outdated, 1_001, true, true],
    ['the entries since weigh more', { ...outdated, bytesSince: 500_001 }, 1_000 + minuteMs, false, true],
    ['they do, and it is not a minute old', { ...outdated, bytesSince: 500_001 }, minuteMs, false, false],
    ['they weigh little', { ...outdated, bytes: 10, bytesSince: 256 * 1024 }, 1_000 + minuteMs, false, false],
  ] as const)('is due or not when %s', (_when, state, nowMs, isEnding, isDue) => {
    expect(isKeyframeDue(state, nowMs, isEnding)).toBe(isDue)
  })
})
