import { expect, test } from 'vitest'
import type { ArtifactRow } from '#shared/artifacts/artifact-row.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { createArtifactKeeper } from './result-artifacts.ts'

const megabyte = 1024 * 1024
const stored = (filename: string, size: number): ArtifactRow => ({
  id: filename,
  filename,
  size,
  content_type: null,
  checksum: '',
  created_at: '2026-11-30T00:00:00Z',
})
const keep = async (count: number, size: number) => {
  const store = {
    keep: async () => stored('file', size),
    keepText: async () => stored('output', size),
    removeOlder: async () => undefined,
  }
  const { kept, context } = createArtifactKeeper(store, { checkId: 'a', time: 0 }, new Mask())
  const errors: unknown[] = []
  for (let file = 0; file < count; file += 1)
    await context.keepFile?.({ path: 'file', filename: 'file' }).catch((error: unknown) => errors.push(error))
  return { kept: kept.length, rejected: errors.length }
}

test('a result keeps at most 20 files and stops at 64 MB', async () => {
  expect(await keep(22, 1)).toEqual({ kept: 20, rejected: 2 })
  expect(await keep(6, 16 * megabyte)).toEqual({ kept: 4, rejected: 2 })
})
