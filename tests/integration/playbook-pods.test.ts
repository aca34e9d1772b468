import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startKubernetesApi } from '#tests/fixtures/kubernetes-api.ts'
import { serveExec } from '#tests/fixtures/kubernetes-exec.ts'
import { createPlaybookHelpers, playbookDocument, withoutTime } from '#tests/fixtures/playbook-runs.ts'

let api: Awaited<ReturnType<typeof startKubernetesApi>>
let database: Database
let backend: TestBackend | undefined
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const book = createPlaybookHelpers(started)
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  api = await startKubernetesApi()
  await database.query('truncate playbooks, connections cascade')
})
afterEach(async () => {
  await backend?.close()
  backend = undefined
  await api.stop()
})

const begin = async (fields: string, top = '') => {
  const connection = `apiVersion: v1
kind: Connection
metadata: { name: cluster }
spec: { kubernetes: { kubeconfig: { value: '${api.kubeconfig()}' } } }
`
  const spec = `${top}  actions: [{ name: tool, pod: { name: tool, namespace: shop, connection: 'connection://cluster', ${fields} } }]\n`
  const resources = { 'pod.yaml': playbookDocument('pod', spec), 'connection.yaml': connection }
  backend = await startTestBackend({ database, resources })
}
const terminated = (exitCode: number, reason?: string) => ({
  status: {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    containerStatuses: [{ name: 'a', state: { terminated: { exitCode, reason } } }],
  },
})
const running = {
  status: { phase: 'Running', containerStatuses: [{ name: 'a', ready: true, state: { running: {} } }] },
}
const containers = 'spec: { containers: [{ name: a, image: busybox }] }'
const at = (second: number) => `2026-11-01T00:00:0${second}.5Z`

test('starts the pod, stores its log and its artifact, and deletes it [PLAY-10]', async () => {
  api.onCreate.status = terminated(0)
  api.onCreate.log = `${at(1)} one\n${at(2)} \n${at(3)} two\n`
  await begin(`artifacts: [{ path: /dev/stdout }], ${containers}`)
  const run = await book.start('pod')
  expect(await book.ended(run)).toMatchObject({ status: 'completed' })
  const [action] = await book.actions(run)
  expect(action).toMatchObject({ status: 'completed', error: null, result: { Logs: 'one\n\ntwo\n', exitCode: 0 } })
  const { range } = await book.log(action?.id ?? '')
  expect(withoutTime(range.lines.filter(([, stream]) => stream === 1)).map(([, , text]) => text)).toEqual([
    'one',
    '',
    'two',
  ])
  const { rows } = await database.query('select filename from artifacts where playbook_run_action_id = $1', [
    action?.id,
  ])
  expect(rows).toEqual([{ filename: 'stdout' }])
  expect(api.created).toMatchObject([
    {
      metadata: { name: expect.stringMatching(/^tool-[0-9a-f]{8}$/) as string, namespace: 'shop' },
      spec: { restartPolicy: 'Never', activeDeadlineSeconds: expect.any(Number) as number },
    },
  ])
  expect(api.list('Pod')).toEqual([])
})

test('fails with the exit code of the container', async () => {
  api.onCreate.status = terminated(137, 'OOMKilled')
  api.onCreate.log = `${at(1)} out of memory\n`
  await begin(containers)
  const run = await book.start('pod')
  expect(await book.ended(run)).toMatchObject({ status: 'failed' })
  expect(await book.actions(run)).toMatchObject([
    {
      error: 'Exit code 137 (OOMKilled).',
      result: { Logs: 'out of memory\n', exitCode: 137 },
    },
  ])
})

test('stores the files of a pod that the artifacts name, and reports a path without a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pod-files-'))
  await writeFile(join(folder, 'a b.json'), '{"token": "s3cr3t-value"}')
  await writeFile(join(folder, 'c.bin'), Buffer.of(0, 255, 10))
  serveExec(api.server, 'token-of-the-cluster', folder)
  const reader = { name: 'quarterdeck-files', state: { running: {} } }
  const [main] = terminated(0).status.containerStatuses
  api.onCreate.status = { status: { phase: 'Running', containerStatuses: [main, reader] } }
  api.onCreate.log = `${at(1)} written\n`
  const paths = "[{ path: '/reports/*.json' }, { path: /reports/c.bin }, { path: /reports/none.txt }]"
  const mounts = 'volumeMounts: [{ name: work, mountPath: /work }]'
  await begin(
    `artifacts: ${paths}, spec: { containers: [{ name: a, image: busybox, ${mounts} }], volumes: [{ name: work }] }`,
    '  parameters: [{ name: token, type: secret }]\n',
  )
  const run = await book.start('pod', { params: { token: 's3cr3t-value' } })
  await book.ended(run)
  const [action] = await book.actions(run)
  expect(action).toMatchObject({
    error: 'No file matches the artifact /reports/none.txt.',
    result: { Logs: 'written\n', exitCode: 0 },
  })
  const { rows } = await database.query<{ filename: string; size: number }>(
    'select filename, size from artifacts where playbook_run_action_id = $1 order by filename',
    [action?.id],
  )
  expect(rows.map(({ filename }) => filename)).toEqual(['a b.json', 'c.bin'])
  const shared = { name: 'quarterdeck-files-0', mountPath: '/reports' }
  expect(api.created[0]?.['spec']).toMatchObject({
    volumes: [{ name: 'work' }, { name: 'quarterdeck-files-0', emptyDir: {} }],
    containers: [
      { name: 'a', volumeMounts: [{ name: 'work', mountPath: '/work' }, shared] },
      { name: 'quarterdeck-files', image: 'busybox', volumeMounts: [shared] },
    ],
  })
  expect(api.requests.filter((path) => path.includes('/log?container=quarterdeck-files'))).toEqual([])
  expect(api.list('Pod')).toEqual([])
  await rm(folder, { recursive: true })
})

test('starts no pod for an artifact that cannot be stored', async () => {
  await begin(`artifacts: [{ path: '{{.params.path}}' }], ${containers}`, '  parameters: [{ name: path }]\n')
  const run = await book.start('pod', { params: { path: 'report.json' } })
  expect(await book.ended(run)).toMatchObject({ status: 'failed' })
  expect((await book.actions(run))[0]?.error).toMatch(/report.json must be .* the absolute path of a file/)
  expect(api.created).toEqual([])
})

test('continues a log stream that ends before its container, without repeating lines', async () => {
  api.onCreate.status = running
  api.onCreate.log = `${at(1)} one\n`
  await begin(containers)
  const run = await book.start('pod')
  const logRequests = () => api.requests.filter((request) => request.includes('/log?'))
  await vi.waitFor(() => expect(logRequests().length).toBeGreaterThan(1))
  expect(logRequests().at(-1)).toContain(`sinceTime=${encodeURIComponent(at(1))}`)
  const [pod] = api.list('Pod')
  if (pod === undefined) throw new Error('no pod')
  api.onCreate.log = `${at(1)} one\n${at(2)} two\n`
  api.put({ ...pod, ...terminated(0) })
  expect(await book.ended(run)).toMatchObject({ status: 'completed' })
  expect((await book.actions(run))[0]?.result).toMatchObject({ Logs: 'one\ntwo\n' })
})

test('deletes the pod of a cancelled run and of a step that timed out', async () => {
  api.onCreate.status = running
  api.onCreate.log = `${at(1)} one\n`
  await begin(containers)
  const run = await book.start('pod')
  await vi.waitFor(() => expect(api.list('Pod')).toHaveLength(1))
  await book.post(`run/cancel/${run}`)
  expect(await book.ended(run)).toMatchObject({ status: 'cancelled' })
  await vi.waitFor(() => expect(api.list('Pod')).toEqual([]))
})

test('a value reaches a shell of the container as a variable, and secrets are redacted', async () => {
  api.onCreate.status = terminated(0)
  api.onCreate.log = `${at(1)} the token is s3cr3t-value\n`
  const command = `command: [sh, -c, 'date $(date); echo {{.params.name}} $(.params.token)'], args: ['$(POD_IP)', '{{.params.name}}']`
  await begin(
    `spec: { containers: [{ name: a, image: busybox, ${command} }] }`,
    '  parameters: [{ name: name }, { name: token, type: secret }]\n',
  )
  const run = await book.start('pod', { params: { name: 'x; rm -rf /', token: 's3cr3t-value' } })
  expect(await book.ended(run)).toMatchObject({ status: 'completed' })
  const spec = api.created[0]?.['spec'] as { containers: object[] }
  expect(spec.containers).toEqual([
    {
      name: 'a',
      image: 'busybox',
      command: ['sh', '-c', 'date $(date); echo "${QD_PARAMS_NAME}" "${QD_PARAMS_TOKEN}"'],
      args: ['$(POD_IP)', 'x; rm -rf /'],
      env: [
        { name: 'QD_PARAMS_NAME', value: 'x; rm -rf /' },
        { name: 'QD_PARAMS_TOKEN', value: 's3cr3t-value' },
      ],
    },
  ])
  expect((await book.actions(run))[0]?.result).toMatchObject({ Logs: 'the token is ***\n' })
})
