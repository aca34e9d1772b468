import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { createPlaybookHelpers, playbookDocument } from '#tests/fixtures/playbook-runs.ts'

let database: Database
let backend: TestBackend
let repository: string
const book = createPlaybookHelpers(() => backend)
const step = (name: string, checkout: string) =>
  `    - { name: ${name}, if: always(), exec: { script: 'cat release.txt; basename "$PWD"', checkout: { ${checkout} }, artifacts: [{ path: release.txt }] } }\n`
beforeAll(async () => {
  database = await openServer()
  repository = await mkdtemp(join(tmpdir(), 'quarterdeck-repository-'))
  const run = promisify(execFile)
  const git = (...args: string[]) =>
    run('git', ['-C', repository, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', ...args])
  await git('init', '--quiet', '--initial-branch=main')
  await writeFile(join(repository, 'release.txt'), 'version 7\n')
  await git('add', '.')
  await git('commit', '--quiet', '--message', 'Release')
  const spec = `  parameters: [{ name: branch, default: main }]
  actions:
${step('whole', `url: '${repository}', branch: '{{.params.branch}}', destination: clone`)}${step('missing', `url: '${repository}/none'`)}${step('option', `url: '${repository}', branch: '{{.params.branch}}x --upload-pack=x'`)}`
  backend = await startTestBackend({ database, resources: { 'a.yaml': playbookDocument('checkout', spec) } })
})
afterAll(async () => {
  await backend.close()
  await database.close()
  await rm(repository, { recursive: true, force: true })
})

test('a script runs in a git checkout; a failed checkout is an error of the step', async () => {
  const run = await book.start('checkout')
  expect(await book.ended(run)).toMatchObject({ status: 'failed' })
  const [whole, missing, option] = await book.actions(run)
  expect(whole).toMatchObject({ error: null, result: { stdout: 'version 7\nclone' } })
  const { rows } = await database.query('select filename from artifacts where playbook_run_action_id = $1', [whole?.id])
  expect(rows).toEqual([{ filename: 'release.txt' }])
  expect(missing?.error).toMatch(/^checkout: git clone: .*does not exist/s)
  expect(option?.error).toBe('exec.checkout.branch: is not a valid branch name.')
})
