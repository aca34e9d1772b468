import { expect, test } from 'vitest'
import { createRowLines } from './row-lines.ts'

const list = (visibleCount: number) => {
  const lines = createRowLines()
  let shown: string[] = []
  return {
    show: (rows: string, pinnedId: string | null = null) => {
      const ids = rows.split('')
      lines.change({ ids, drawn: shown.slice(0, visibleCount), pinnedId, from: 0, to: visibleCount })
      shown = ids
    },
    of: (rows: string) => rows.split('').map(lines.of),
  }
}

test('a row that comes into sight takes the line of one that leaves it', () => {
  const { show, of } = list(3)
  show('abcdef')
  const before = of('abc')
  show('xyzabc')
  expect(of('xyz')).toEqual(before)
})

test('a row that stays in sight keeps its line', () => {
  const { show, of } = list(3)
  show('abcd')
  const [a, b, c] = of('abc')
  show('cxa')
  expect(of('cxa')).toEqual([c, b, a])
})

test('no two rows share a line, whatever came and went', () => {
  const { show, of } = list(3)
  for (const rows of ['abcdef', 'fed', 'abcdef', 'xaybzc', '', 'defabc', 'c']) {
    show(rows)
    expect(new Set(of(rows)).size).toBe(rows.length)
  }
})

test('the line that has the focus is given to no other row', () => {
  const { show, of } = list(3)
  show('abcdef')
  const [a, b, c] = of('abc')
  show('xyzabc', 'b')
  expect(of('xyb')).toEqual([a, c, b])
  expect(of('z')).not.toContain(b)
})

test('a list that was empty takes lines of its own', () => {
  const { show, of } = list(3)
  show('')
  show('ab')
  expect(new Set(of('ab')).size).toBe(2)
})
