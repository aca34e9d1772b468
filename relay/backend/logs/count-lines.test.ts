import { expect, test } from 'vitest'
import { createLineCounts } from './count-lines.ts'

const line = (seconds: number, labels: Readonly<Record<string, string>>) => ({
  timestamp: new Date(seconds * 1000).toISOString(),
  message: 'x',
  labels,
})

test('counts lines over time by level and by field, the level first', () => {
  const counts = createLineCounts({ fromMs: 0, toMs: 60_000 })
  counts.add(line(0.5, { pod: 'a', level: 'fatal' }))
  counts.add(line(0.9, { pod: 'b', level: 'warn' }))
  counts.add(line(59.5, { pod: 'a', level: 'info' }))
  counts.add(line(60, { pod: 'a' }))
  const { total, buckets, fields } = counts.result()
  expect(total).toBe(4)
  expect(buckets).toHaveLength(60)
  expect([buckets[0], buckets[59]]).toEqual([
    { error: 1, warn: 1, other: 0 },
    { error: 0, warn: 0, other: 2 },
  ])
  expect(fields).toEqual([
    {
      name: 'level',
      values: [
        { value: 'fatal', count: 1 },
        { value: 'warn', count: 1 },
        { value: 'info', count: 1 },
      ],
      more: 0,
    },
    {
      name: 'pod',
      values: [
        { value: 'a', count: 3 },
        { value: 'b', count: 1 },
      ],
      more: 0,
    },
  ])
})

test('omits a field whose values are almost unique, and offers one with few values', () => {
  const counts = createLineCounts({ fromMs: 0, toMs: 1_000_000 })
  for (let i = 0; i < 150; i += 1)
    counts.add(line(i, { duration: `${i % 120} ms`, shard: String(i % 10), ...(i < 3 && { user: String(i) }) }))
  expect(counts.result().fields.map(({ name }) => name)).toEqual(['shard', 'user'])
})

test('omits a field with a different value per line, and counts truncated values', () => {
  const counts = createLineCounts({ fromMs: 0, toMs: 1_000_000 })
  for (let i = 0; i < 1_000; i += 1) counts.add(line(i, { trace: String(i), shard: String(i % 10) }))
  const { fields } = counts.result()
  expect(fields.map(({ name, values, more }) => [name, values.length, more])).toEqual([['shard', 8, 200]])
})
