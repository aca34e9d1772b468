import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { limitedSandbox } from '#relay/backend/process/limits.ts'
import { openSandbox, type SandboxOptions } from '#relay/backend/process/open-sandbox.ts'
import { noSandbox, type Sandbox } from '#relay/backend/process/sandbox.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { playbookDocument, createPlaybookHelpers } from '#tests/fixtures/playbook-runs.ts'

const database = await openServer()
afterAll(() => database.close())
const dataDir = await mkdtemp(join(tmpdir(), 'limits-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const options: SandboxOptions = { isOn: true, wanted: 'auto', user: undefined, dataDir, resourcesDir: dataDir }
const orNone = (sandbox: Promise<Sandbox>): Promise<Sandbox> => sandbox.catch(() => noSandbox)
const isRoot = process.getuid?.() === 0
const sandboxes = [
  noSandbox,
  await orNone(openSandbox({ ...options, wanted: 'namespace' })),
  await orNone(openSandbox({ ...options, user: 'nobody' })),
].filter((each, index) => index === 0 || each !== noSandbox)

let backend: TestBackend | undefined
afterEach(() => backend?.close())

const steps = `  actions:
    - name: memory
      exec: { script: 'tail /dev/zero' }
    - name: file
      if: always()
      exec: { script: 'head -c 3000000 /dev/zero > large' }
    - name: processes
      if: always()
      exec:
        script: |
          #!/bin/sh
          i=0
          while [ $i -lt 200 ]; do sleep 30 & i=$((i + 1)); done
          exit 3
    - name: modest
      if: always()
      exec: { script: 'echo modest | cat' }
`
const canary = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: c }
spec:
  schedule: '@every 1h'
  exec: [{ name: hog, script: 'tail /dev/zero' }]
`

test.each(sandboxes)('programs in the sandbox $kind stop at their limits and report which', async (sandbox) => {
  await database.query('truncate playbooks, canaries cascade')
  const limited = await limitedSandbox(sandbox, { memoryMb: 64, processes: 60, fileMb: 1 })
  const bindsProcesses = sandbox.kind === 'user' || (sandbox.kind === 'namespace' && !isRoot)
  const processes = bindsProcesses ? '60 processes' : 'unlimited processes'
  expect(limited.report).toBe(`${sandbox.report} Limits: 64 MB of memory per process, 1 MB per file, ${processes}.`)
  backend = await startTestBackend({
    database,
    sandbox: limited,
    resources: { 'use.yaml': playbookDocument('use', steps), 'hog.yaml': canary },
  })
  const started = backend
  const book = createPlaybookHelpers(() => started)
  const run = await book.start('use')
  await book.ended(run)
  const errors = Object.fromEntries((await book.actions(run)).map(({ name, error }) => [name, error]))
  expect(errors).toEqual({
    memory: expect.stringMatching(/Probably exceeded its memory limit of 64 MB \(EXEC_MEMORY_MB\)\.$/),
    file: expect.stringMatching(/Probably exceeded its limit of 1 MB per file \(EXEC_FILE_MB\)\.$/),
    processes: expect.stringMatching(
      bindsProcesses ? /Probably exceeded its limit of 60 processes \(EXEC_PROCESSES\)\.$/ : /^Exit code 3\.$/,
    ),
    modest: null,
  })
  const { rows } = await database.query<{ id: string }>("select id from checks where name = 'hog'")
  const { body } = await started.app.inject({ method: 'POST', url: `/api/canary/run/check/${rows[0]?.id}` })
  expect(body).toContain('Probably exceeded its memory limit of 64 MB (EXEC_MEMORY_MB).')
})

test('0 is unlimited', async () => {
  const { report } = await limitedSandbox(noSandbox, { memoryMb: 0, processes: 0, fileMb: 0 })
  expect(report).toMatch(/Limits: unlimited processes\.$/)
})
