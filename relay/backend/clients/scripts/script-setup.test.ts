import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { findSetupError, scriptSetup } from './script-setup.ts'

const path = process.env['PATH']
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setup-'))
  const program = join(folder, 'python3')
  await writeFile(program, '#!/bin/sh\necho "Python 3.11.2"\n')
  await chmod(program, 0o755)
  process.env['PATH'] = folder
})
afterAll(async () => {
  process.env['PATH'] = path
  await rm(folder, { recursive: true })
})

const run = { signal: new AbortController().signal } as ClientRun
const find = (setup: unknown) => findSetupError(scriptSetup.parse(setup), run)

test.each([
  {},
  { python: {} },
  { python: { version: 'latest' } },
  { python: { version: '3.11' } },
  { python: { version: 'v3' } },
])('the runtimes of this machine satisfy %j', async (setup) => {
  expect(await find(setup)).toBeUndefined()
})

test.each([
  [{ python: { version: '3.1' } }, 'The script requires python 3.1 (setup.python), and this machine has 3.11.2.'],
  [{ python: { version: '3.12.4' } }, 'The script requires python 3.12.4 (setup.python), and this machine has 3.11.2.'],
  [{ powershell: {} }, 'pwsh is not installed on this machine. The script requires it (setup.powershell).'],
])('%j says which runtime is missing', async (setup, reason) => {
  expect(await find(setup)).toContain(reason)
})

test('a range is not a version', () => {
  expect(scriptSetup.safeParse({ bun: { version: '>=1.1' } }).error?.issues).toMatchObject([
    { path: ['bun', 'version'], message: 'must be a version such as 3.12, or latest' },
  ])
})
