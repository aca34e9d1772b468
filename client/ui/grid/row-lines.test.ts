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

test('a row that becomes visible takes the line of one that leaves', () => {
  const { show, of } = list(3)
  show('abcdef')
  const before = of('abc')
  show('xyzabc')
  expect(of('xyz')).toEqual(before)
})

test('a row that stays visible keeps its line', () => {
  const { show, of } = list(3)
  show('abcd')
  const [a, b, c] = of('abc')
  show('cxa')
  expect(of('cxa')).toEqual([c, b, a])
})

test('rows never share a line, whichever rows come and go', () => {
  const { show, of } = list(3)
  for (const rows of ['abcdef', 'fed', 'abcdef', 'xaybzc', '', 'defabc', 'c']) {
    show(rows)
    expect(new Set(of(rows)).size).toBe(rows.length)
  }
})

test('the focused line is not given to another row', () => {
  const { show, of } = list(3)
  show('abcdef')
  const [a, b, c] = of('abc')
  show('xyzabc', 'b')
  expect(of('xyb')).toEqual([a, c, b])
  expect(of('z')).not.toContain(b)
})

test('a list that was empty gets its own lines', () => {
  const { show, of } = list(3)
  show('')
  show('ab')
  expect(new Set(of('ab')).size).toBe(2)
})
