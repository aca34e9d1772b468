import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { withScriptConnections } from '#relay/backend/clients/scripts/script-connections.ts'
import { findFamily, runVariable } from '#relay/backend/playbooks/process/process-family.ts'
import { openSandbox, type SandboxOptions } from '#relay/backend/process/open-sandbox.ts'
import { runProcess } from '#relay/backend/process/run-process.ts'
import { noSandbox, sandboxOff, type Sandbox } from '#relay/backend/process/sandbox.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { playbookDocument, createPlaybookHelpers } from '#tests/fixtures/playbook-runs.ts'

const database = await openServer()
afterAll(() => database.close())
const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const mark = 'MARK-OF-THE-INSTALLATION'
await mkdir(join(dataDir, 'outbox'))
for (const file of ['other.key', 'outbox/mail.eml', 'database.wal'])
  await writeFile(join(dataDir, file), mark, { mode: 0o600 })

const kubeconfig = `users: [{ name: a, user: { token: ${mark} } }]`
const clientRun: ClientRun = {
  signal: new AbortController().signal,
  timeoutMs: 10_000,
  plain: async () => kubeconfig,
  secret: async () => kubeconfig,
  hide: () => undefined,
  sandbox: undefined,
  findConfigs: undefined,
  connection: undefined,
}

const options = (more: Partial<SandboxOptions>): SandboxOptions => ({
  isOn: true,
  wanted: 'auto',
  user: undefined,
  dataDir,
  resourcesDir: dataDir,
  ...more,
})
const openOrError = (sandbox: Promise<Sandbox>): Promise<Sandbox | string> =>
  sandbox.catch((error: unknown) => String(error))
const isRoot = process.getuid?.() === 0
const namespace = await openOrError(openSandbox(options({ wanted: 'namespace' })))
const user = await openOrError(openSandbox(options({ user: 'nobody' })))
const getKind = (sandbox: Sandbox | string) => (typeof sandbox === 'string' ? sandbox : sandbox.kind)
const canNamespace =
  spawnSync('/usr/bin/env', [
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    'mount',
    '-t',
    'tmpfs',
    'none',
    dataDir,
  ]).status === 0
const possible = [namespace, user].filter((each) => typeof each !== 'string')

test('auto picks the best available sandbox, and an unavailable one is rejected', async () => {
  const { kind } = await openSandbox(options({}))
  expect(kind).toBe(canNamespace ? 'namespace' : 'none')
  expect(getKind(namespace)).toMatch(
    canNamespace ? /^namespace$/ : /the relay cannot create namespaces on this machine/,
  )
  expect(getKind(user)).toMatch(isRoot ? /^user$/ : /only a relay running as root/)
  expect(await openSandbox(options({ wanted: 'off' }))).toBe(noSandbox)
  expect(await openSandbox(options({ isOn: false }))).toBe(sandboxOff)
  await expect(openSandbox(options({ wanted: 'user' }))).rejects.toThrow('EXEC_USER is not set')
})

test('without a sandbox the report lists what programs can read', () => {
  expect(noSandbox.report).toMatch(/keys, outbox, database and journal in DATA_DIR, and \/proc/)
})

const look = `      exec:
        env: [{ name: OWN, value: own }]
        artifacts: [{ path: kept.txt }]
        script: |
          cat ${dataDir}/*.key ${dataDir}/outbox/* ${dataDir}/database* ../../*.key 2>&1
          tr '\\0' ' ' < /proc/$PPID/environ 2>&1
          umount ${dataDir} 2>/dev/null; unshare -rm umount ${dataDir} 2>/dev/null; cat ${dataDir}/*.key 2>&1
          echo kept > kept.txt
          echo "$OWN to the end"
          exit 7
`

describe.each(possible)('programs in the sandbox $kind', (sandbox) => {
  let backend: TestBackend
  const book = createPlaybookHelpers(() => backend)
  beforeAll(async () => {
    await database.query('truncate playbooks, canaries cascade')
    backend = await startTestBackend({
      database,
      resourcesDir: dataDir,
      sandbox,
      resources: {
        'look.yaml': playbookDocument('look', `  actions:\n    - name: look\n${look}`),
        'hang.yaml': playbookDocument(
          'hang',
          `  actions: [{ name: a, exec: { script: 'setsid sleep 3600 & echo begun; sleep 3600' } }]\n`,
        ),
        'signs.yaml': playbookDocument(
          'signs',
          `  actions: [{ name: a, exec: { script: 'grep -c Config "$KUBECONFIG"', connections: { kubernetes: { kubeconfig: { value: 'kind: Config' } } } } }]\n`,
        ),
        'missing.yaml': playbookDocument('missing', `  actions: [{ name: a, exec: { script: no-such-command } }]\n`),
        'check.yaml': `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata: { name: c }\nspec:\n  schedule: '@every 1h'\n  exec: [{ name: reads, script: 'cat ${dataDir}/other.key' }]\n`,
      },
    })
  })
  afterAll(async () => {
    await backend.stop()
  })

  test('cannot read keys, outbox, database or environment of the relay, and exit normally', async () => {
    const run = await book.start('look')
    await book.ended(run)
    const [action] = await book.actions(run)
    expect(action?.result).toMatchObject({ exitCode: 7, stdout: expect.stringMatching(/own to the end$/) })
    expect(action?.result?.['stderr']).toMatch(/environ: Permission denied/)
    expect(JSON.stringify(action)).not.toContain(mark)
    const { rows } = await database.query('select filename, size from artifacts')
    expect(rows).toMatchObject([{ filename: 'kept.txt' }])
    const missing = await book.start('missing')
    await book.ended(missing)
    expect((await book.actions(missing))[0]?.error).toMatch(/127/)
  })

  test('read the files that they sign in with', async () => {
    const run = await book.start('signs')
    await book.ended(run)
    expect((await book.actions(run))[0]?.result).toMatchObject({ stdout: '1' })
  })

  test('are terminated when their run is cancelled', async () => {
    const run = await book.start('hang')
    await vi.waitFor(async () =>
      expect((await findFamily(`${runVariable}=${run}`, undefined)).length).toBeGreaterThan(1),
    )
    await book.post(`run/cancel/${run}`)
    expect(await findFamily(`${runVariable}=${run}`, undefined)).toEqual([])
  })

  test('started by checks cannot read keys either', async () => {
    const { rows } = await database.query<{ id: string }>("select id from checks where name = 'reads'")
    const { body } = await backend.app.inject({ method: 'POST', url: `/api/canary/run/check/${rows[0]?.id}` })
    expect(body).toContain('other.key')
    expect(body).not.toContain(mark)
  })
})

const namespaces = possible.filter(({ kind }) => kind === 'namespace')
test.each(namespaces)('in a $kind each script can read only its own sign-in files', async (sandbox) => {
  const run = { ...clientRun, sandbox }
  await withScriptConnections({ kubernetes: { kubeconfig: { value: kubeconfig } } }, run, async (signIns) => {
    const path = signIns.variables['KUBECONFIG'] ?? ''
    const read = { env: { PATH: process.env['PATH'] ?? '' }, signal: run.signal, sandbox }
    expect(await runProcess('cat', [path], { ...read, kept: signIns.folder })).toMatchObject({ stdout: kubeconfig })
    expect(await runProcess('cat', [path], { ...read, cwd: signIns.folder })).toMatchObject({ stdout: kubeconfig })
    expect(await runProcess('cat', [path], read)).toMatchObject({ exitCode: 1, stdout: '' })
    const other = await sandbox.makeFolder()
    const found = await runProcess('find', [tmpdir(), '-name', 'kubeconfig'], { ...read, cwd: other })
    expect(found.stdout).toBe('')
    await rm(other, { recursive: true })
  })
})

test('without a sandbox programs can read what the relay can, as docs/security.md states', async () => {
  await database.query('truncate playbooks, canaries cascade')
  const backend = await startTestBackend({
    database,
    resources: { 'look.yaml': playbookDocument('look', `  actions:\n    - name: look\n${look}`) },
  })
  const book = createPlaybookHelpers(() => backend)
  const run = await book.start('look')
  await book.ended(run)
  expect(JSON.stringify((await book.actions(run))[0]?.result)).toContain(mark)
  await backend.close()
})

test('runs the yq of a gitops step in the sandbox', async () => {
  const repository = join(dataDir, 'config.git')
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  spawnSync('git', ['init', '--quiet', '--initial-branch=main', repository])
  writeFileSync(join(repository, 'app.yaml'), 'replicas: 1')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  await database.query('truncate playbooks, canaries cascade')
  const patch = `{ repo: { url: 'file://${repository}' }, commit: { message: x }, patches: [{ path: app.yaml, yq: '.' }] }`
  const backend = await startTestBackend({
    database,
    sandbox: sandboxOff,
    resources: { 'patch.yaml': playbookDocument('patch', `  actions: [{ name: a, gitops: ${patch} }]\n`) },
  })
  const book = createPlaybookHelpers(() => backend)
  const run = await book.start('patch')
  await book.ended(run)
  expect((await book.actions(run))[0]?.error).toBe('Programs are disabled on this installation: EXEC is off.')
  await backend.close()
})

test('with EXEC=off steps and checks report that and run nothing', async () => {
  const trace = join(dataDir, 'trace')
  writeFileSync(trace, '')
  await database.query('truncate playbooks, canaries cascade')
  const backend = await startTestBackend({
    database,
    sandbox: sandboxOff,
    resources: { 'off.yaml': playbookDocument('off', `  actions: [{ name: a, exec: { script: 'rm ${trace}' } }]\n`) },
  })
  const book = createPlaybookHelpers(() => backend)
  const run = await book.start('off')
  await book.ended(run)
  expect((await book.actions(run))[0]?.error).toBe('Programs are disabled on this installation: EXEC is off.')
  await rm(trace)
  await backend.close()
})
