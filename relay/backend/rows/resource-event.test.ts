import { expect, test } from 'vitest'
import { groupTurns } from './resource-event.ts'

test('reports a changed health, and a new resource only if it is not healthy', () => {
  expect(
    Object.fromEntries(
      groupTurns([
        { id: 'same', before: 'healthy', after: 'healthy' },
        { id: 'worse', before: 'healthy', after: 'unhealthy' },
        { id: 'better', before: 'unhealthy', after: 'healthy' },
        { id: 'first known', before: null, after: 'healthy' },
        { id: 'lost', before: 'warning', after: null },
        { id: 'never known', before: null, after: 'unknown' },
        { id: 'new and well', before: undefined, after: 'healthy' },
        { id: 'new and unknown', before: undefined, after: null },
        { id: 'new and bad', before: undefined, after: 'unhealthy' },
        { id: 'new and so-so', before: undefined, after: 'warning' },
      ]),
    ),
  ).toEqual({
    unhealthy: ['worse', 'new and bad'],
    healthy: ['better', 'first known'],
    unknown: ['lost'],
    warning: ['new and so-so'],
  })
})
