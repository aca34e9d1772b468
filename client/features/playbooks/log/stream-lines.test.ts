import { expect, test } from 'vitest'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import { createStreamLines } from './stream-lines.ts'

const line = (no: number): LogLine => [no, no % 2 === 0 ? 2 : 1, no, `line ${no}`]
const some = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => line(from + i))

test('each stream has its own line numbers, and no line appears twice', () => {
  const errors = createStreamLines(2)
  errors.add(some(1, 5))
  errors.add(some(4, 8))
  expect([1, 2, 3, 4].map((no) => errors.lines.lineAt(no))).toEqual([
    [1, 2, 2, 'line 2'],
    [2, 2, 4, 'line 4'],
    [3, 2, 6, 'line 6'],
    [4, 2, 8, 'line 8'],
  ])
  expect([errors.lines.get().total, errors.isPartial()]).toEqual([4, false])
})

test('only the newest lines of a long stream are kept, and numbers do not change', async () => {
  const all = createStreamLines(1, 10)
  for (let no = 3; no < 203; no += 4) all.add(some(no, no + 3))
  expect([all.lines.get().total, all.isPartial()]).toEqual([100, true])
  const { lines } = await all.lines.read(1, 100, new AbortController().signal)
  expect(lines).toHaveLength(100)
  expect(lines[0]).toEqual([1, 1, 0, '… see All'])
  expect(lines.filter(([, , , text]) => text.startsWith('line ')).length).toBeLessThanOrEqual(20)
  expect(lines.at(-1)).toEqual([100, 1, 201, 'line 201'])
})
