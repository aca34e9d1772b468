import { describe, expect, test } from 'vitest'
import { judge } from './judge-check.ts'

const expr = (source: string) => ({ language: 'expr' as const, source })
const rows = [{ value: 1 }]
const result = {
  pass: true,
  message: '2 rows',
  incomplete: { rows: 'only the first 1 of 2 rows were read' },
  details: { rows, count: 2, results: { rows } },
}
const judgeWith = async (parts: { test?: string; transform?: string }) =>
  judge(
    result,
    {
      test: parts.test === undefined ? undefined : expr(parts.test),
      transform: parts.transform === undefined ? undefined : expr(parts.transform),
      display: undefined,
    },
    () => result.details,
    'judge-check',
  )

describe('judge', () => {
  test.each([
    [{ test: 'rows.all(row, row.value < 5)' }, 'test: reads rows, but only the first 1 of 2 rows were read.'],
    [{ test: 'results.rows.size() < 5' }, 'test: reads rows, but only the first 1 of 2 rows were read.'],
    [{ transform: 'rows.map(row, {"name": "a"})' }, 'transform: reads rows, but only the first 1 of 2 rows were read.'],
  ])('does not pass %j, which reads only a part', async (parts, message) => {
    expect(await judgeWith(parts)).toEqual({ pass: false, invalid: true, message })
  })

  test.each([{ test: 'count == 2' }, { test: 'true' }, {}])(
    'passes %j, which reads no incomplete field',
    async (parts) => {
      expect(await judgeWith(parts)).toMatchObject({ pass: true, invalid: false })
    },
  )

  test('reports a failed test also of an incomplete result', async () => {
    expect(await judgeWith({ test: 'rows.size() > 5' })).toMatchObject({
      pass: false,
      invalid: false,
      message: 'Test failed. 2 rows',
    })
  })
})
