import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carry } from './carried-values.ts'
import { ExpressionPool } from './expression-pool.ts'

const node = process.execPath
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-'))
  process.execPath = join(folder, 'node')
})
afterAll(async () => {
  process.execPath = node
  await rm(folder, { recursive: true, force: true })
})

test('reports that processes cannot be started, until they can', async () => {
  const pool = new ExpressionPool()
  const evaluate = () =>
    pool.evaluate({
      expressions: [{ language: 'expr', source: '1 + 1' }],
      values: carry({}),
      timeoutMs: 1_000,
      owner: '',
      isAborted: () => false,
    })
  expect(pool.startFailure).toBeUndefined()
  expect(await evaluate()).toMatchObject([{ kind: 'failed' }])
  expect(pool.startFailure).toMatch(/not found|no such file|ENOENT/i)
  await pool.retryFailedStarts()
  expect(pool.startFailure).toMatch(/not found|no such file|ENOENT/i)

  await symlink(node, process.execPath)
  await pool.retryFailedStarts()
  expect(pool.startFailure).toBeUndefined()
  expect(await evaluate()).toEqual([{ kind: 'answered', json: '2' }])
})
