import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

test('a changed line is removed and added, with three lines around it', () => {
  const lines = ['a', 'b', 'c', 'd', 'e', 'f']
  expect(lineDiff(lines.join('\n'), [...lines.slice(0, 5), 'F', 'g'].join('\n'))).toEqual({
    lines: [
      { kind: 'skipped', count: 2, at: 2 },
      { kind: 'same', text: 'c', at: 2 },
      { kind: 'same', text: 'd', at: 3 },
      { kind: 'same', text: 'e', at: 4 },
      { kind: 'removed', text: 'f', at: 5 },
      { kind: 'added', text: 'F', at: 6 },
      { kind: 'added', text: 'g', at: 7 },
    ],
    added: 2,
    removed: 1,
  })
})
