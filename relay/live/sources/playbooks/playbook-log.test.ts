import { expect, test } from 'vitest'
import { logPartSchema } from '#shared/playbooks/log-part.ts'
import { logTailChunks, type LogChunk } from '#shared/playbooks/log-line.ts'
import { createListReader } from '#relay/live/feeds/list-reader.ts'
import { playbookLogSource } from './playbook-log.ts'

const about = { total: 0, ended: false, ansi: false, notes: [] }
const chunk = (first: number, text = `line ${first}`): LogChunk => ({ first, lines: [[first, 1, 0, text]] })

const follow = () => {
  let chunks: LogChunk[] = []
  const offsets: number[] = []
  const source = playbookLogSource({
    tail: async (_actionId, after) => {
      offsets.push(after)
      return {
        ...about,
        total: chunks.length,
        chunks: chunks.slice(-logTailChunks).filter(({ first }) => first > after),
      }
    },
  })
  const read = createListReader({
    parseRow: (entry) => logPartSchema.parse(entry),
    getKey: (row) => (row.kind === 'about' ? 'about' : String(row.first)),
  })
  const load = async () =>
    read((await source.load({ actionId: 'a' }, new AbortController().signal, { kind: 'all' })).body)
  return { offsets, load, write: (more: LogChunk[]) => (chunks = [...chunks, ...more]) }
}

test('loads only chunks after the stored ones and returns both', async () => {
  const { offsets, load, write } = follow()
  expect(await load()).toEqual([{ kind: 'about', ...about }])
  write([chunk(1), chunk(2)])
  const before = await load()
  write([chunk(3)])
  const after = await load()
  expect(offsets).toEqual([0, 0, 2])
  expect(after).toEqual([
    { kind: 'about', ...about, total: 3 },
    { kind: 'chunk', ...chunk(1) },
    { kind: 'chunk', ...chunk(2) },
    { kind: 'chunk', ...chunk(3) },
  ])
  expect(after[1]).toBe(before[1])
})

test('keeps a window of the newest chunks, limited by count and size', async () => {
  const many = follow()
  many.write(Array.from({ length: logTailChunks + 10 }, (_, i) => chunk(i + 1)))
  await many.load()
  many.write([chunk(logTailChunks + 11)])
  const rows = await many.load()
  expect(rows).toHaveLength(1 + logTailChunks)
  expect(rows[1]).toEqual({ kind: 'chunk', ...chunk(12) })

  const large = follow()
  large.write(Array.from({ length: 10 }, (_, i) => chunk(i + 1, 'x'.repeat(100_000))))
  expect((await large.load()).map((row) => row.kind === 'chunk' && row.first)).toEqual([false, 9, 10])
  large.write([chunk(11, 'x'.repeat(1_000_000))])
  expect((await large.load()).map((row) => row.kind === 'chunk' && row.first)).toEqual([false, 11])
})
