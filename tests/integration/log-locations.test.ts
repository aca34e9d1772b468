import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { logBackendsRoute, logsRoute } from '#shared/logs/log-routes.ts'
import { consoleLogFiles, openLogRing } from '#relay/log/log-ring.ts'
import { hidesSecrets } from '#relay/backend/secrets/hide-in-lines.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { startKubernetesApi } from '#tests/fixtures/kubernetes-api.ts'
import { createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'

const roles = ['admin']
let backend: TestBackend
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarterdeck-places-'))
  const components = `  components:\n    - name: Console\n      logs: [{ name: own, type: Quarterdeck }]\n`
  backend = await startTestBackend({ roles, resources: { 'own.yaml': topologyDocument('own', components) } })
})
afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true })
})

const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString()
const post = async (filter: object) => {
  const { statusCode, body } = await backend.app.inject({ method: 'POST', url: '/api/logs', payload: filter })
  return { status: statusCode, body, ...(statusCode === 200 && logsRoute.response.parse(JSON.parse(body))) }
}
const backends = async () =>
  logBackendsRoute.response.parse((await backend.app.inject({ method: 'GET', url: '/api/logs/backends' })).json())
const findId = async (name: string) => (await backends()).find((each) => each.name === name)?.id ?? ''

const document = (name: string, locations: string) =>
  `apiVersion: mission-control.flanksource.com/v1\nkind: LoggingBackend\nmetadata: { name: ${name} }\nspec:\n  backends:\n${locations}`
const put = async (name: string, locations: string): Promise<string> => {
  await backend.write(`${name}.yaml`, document(name, locations))
  await vi.waitFor(async () => expect(await findId(name)).not.toBe(''))
  return findId(name)
}
const loadLines = async (id: string, more: object = {}) => {
  const { results = [], problems = [] } = await post({ backend: id, ...more })
  return { messages: results.map(({ message }) => message), labels: results.map(({ labels }) => labels), problems }
}

test('the console’s own log is available as a backend from the first start, for permitted people', async () => {
  const ring = openLogRing(backend.resourcesDir, hidesSecrets({ SECRETS_KEY: 'key-of-the-installation' }))
  const writeLine = (msg: string) => ring.write(`${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`)
  writeLine('the database at postgres://me:word-of-mine@db/x is gone, key-of-the-installation')
  writeLine('it is back')
  ring.close()
  expect(await backends()).toEqual([{ id: expect.any(String), name: 'This console' }])
  const own = await loadLines(await findId('This console'))
  expect(own.messages).toEqual(['it is back', 'the database at postgres://me:***@db/x is gone, ***'])
  expect(own.labels[0]).toEqual({ level: 'warn' })
  const [current] = consoleLogFiles(backend.resourcesDir)
  expect(await readFile(current, 'utf8')).not.toMatch(/word-of-mine|key-of-the/)
  expect((await stat(current)).mode & 0o777).toBe(0o600)

  const topologies = createTopologyClient(() => backend)
  await topologies.run('own')
  const component = { id: (await topologies.component('Console')).id }
  expect((await post(component)).results?.[0]?.message).toBe('it is back')
  const id = await findId('This console')
  for (const role of ['viewer', 'responder', 'commander', 'guest']) {
    roles.splice(0, roles.length, role)
    expect((await backends()).map(({ name }) => name)).not.toContain('This console')
    expect((await post({ backend: id })).status).toBe(403)
    expect((await post(component)).results).toEqual([])
  }
  roles.splice(0, roles.length)
  expect(await backends()).toEqual([])
  roles.splice(0, roles.length, 'admin')
})

test('limits the console’s log on disk, and keeps its newest lines', async () => {
  const dir = await mkdtemp(join(folder, 'ring-'))
  const ring = openLogRing(dir, (line) => line, 1_000)
  for (let line = 0; line < 500; line += 1) ring.write(`line ${line}\n`)
  ring.close()
  const retained = await Promise.all(consoleLogFiles(dir).map((path) => readFile(path, 'utf8')))
  expect(Math.max(...retained.map(({ length }) => length))).toBeLessThanOrEqual(1_000)
  expect(retained[0]).toMatch(/line 499\n$/)
  const numbers = retained
    .toReversed()
    .flatMap((text) => [...text.matchAll(/line (\d+)\n/g)].map(([, number]) => Number(number)))
  expect(numbers.length).toBeGreaterThan(100)
  expect(numbers).toEqual(Array.from(numbers, (_, index) => 500 - numbers.length + index))
})

test('documents of RESOURCES_DIR are log backends, searchable by labels and patterns without a component', async () => {
  const path = join(folder, 'web.log')
  await writeFile(path, `${at(9)} GET /cart 200\n${at(8)} GET /cart 503\n${at(7)} POST /pay 500\n`)
  const id = await put('files', `    - file:\n        - labels: { app: shop }\n          path: ['${path}']\n`)
  const messages = async (more: object) => (await loadLines(id, more)).messages.map((text) => text.slice(25))
  expect(await messages({})).toEqual(['POST /pay 500', 'GET /cart 503', 'GET /cart 200'])
  expect(await messages({ labels: { app: 'shop' } })).toHaveLength(3)
  expect(await messages({ labels: { app: 'other' } })).toEqual([])
  expect(await messages({ query: 'get .* 5\\d\\d$', isPattern: true })).toEqual(['GET /cart 503'])
  expect(await post({ backend: id, query: '5(', isPattern: true })).toMatchObject({
    status: 400,
    body: expect.stringContaining('is not a valid regular expression'),
  })
  expect((await post({})).body).toContain('Set id to a component, or backend to a log backend.')
  await backend.write(
    'twin.yaml',
    document('files', `    - file: { path: /x }\n`).replace('{ name', '{ namespace: b, name'),
  )
  await vi.waitFor(() => expect(backend.log.join('')).toContain('The log backend files is already defined'))
  await backend.remove('twin.yaml')
  await backend.remove('files.yaml')
  await vi.waitFor(async () => expect(await findId('files')).toBe(''))
  await backend.write('cloud.yaml', document('cloud', `    - cloudWatch: { logGroup: x }\n`))
  await vi.waitFor(() => expect(backend.log.join('')).toContain('cloudWatch cannot be read on this installation'))
  await backend.remove('cloud.yaml')
})

test('a regular expression with catastrophic backtracking finishes, and one with excessive repetition is rejected', async () => {
  const path = join(folder, 'a.log')
  await writeFile(path, `${at(5)} ${'a'.repeat(60_000)}!\n`)
  const id = await put('letters', `    - file: { path: '${path}' }\n`)
  expect(await loadLines(id, { query: '(a+)+$', isPattern: true })).toMatchObject({ problems: [] })
  expect((await loadLines(id, { query: '(a*)*b', isPattern: true })).messages).toEqual([])
  expect(await post({ backend: id, query: '((a{30}){30}b)', isPattern: true })).toMatchObject({
    status: 400,
    body: expect.stringContaining('The regular expression is too complex. Use smaller {n,m} repetitions.'),
  })
})

const journalEntry = (secondsAgo: number, MESSAGE: unknown) =>
  JSON.stringify({
    __REALTIME_TIMESTAMP: String((Date.now() - secondsAgo * 1000) * 1000),
    MESSAGE,
    PRIORITY: '3',
    _SYSTEMD_UNIT: 'ssh.service',
    SYSLOG_IDENTIFIER: 'sshd',
    _PID: '7',
  })

test('reads the journal of this machine with its own program, newest first', async () => {
  const bin = await mkdtemp(join(folder, 'bin-'))
  const entries = [
    journalEntry(1, 'refused'),
    journalEntry(2, [104, 105]),
    JSON.stringify({ PRIORITY: '3' }),
    journalEntry(9_999, 'old'),
  ]
  const program = join(bin, 'journalctl')
  await writeFile(program, `#!/bin/sh\necho "$@" > ${bin}/asked\ncat <<'END'\n${entries.join('\n')}\nEND\n`)
  await chmod(program, 0o755)
  const path = process.env['PATH'] ?? ''
  process.env['PATH'] = `${bin}:${path}`
  try {
    const id = await put('journal', `    - journald: { units: [ssh.service] }\n`)
    const { messages, labels } = await loadLines(id)
    expect(messages).toEqual(['refused', 'hi'])
    expect(labels[0]).toEqual({ unit: 'ssh.service', identifier: 'sshd', pid: '7', level: 'error' })
    expect(await readFile(join(bin, 'asked'), 'utf8')).toMatch(
      /--unit=ssh\.service --reverse --since=@\d+ --until=@\d+/,
    )
    await writeFile(program, '#!/bin/sh\necho "No journal files were opened" >&2\nexit 1\n')
    expect((await loadLines(id)).problems).toEqual([expect.stringContaining('No journal files were opened')])
    process.env['PATH'] = join(bin, 'empty')
    expect((await loadLines(id)).problems).toEqual([
      expect.stringContaining('journalctl is not installed on this machine'),
    ])
  } finally {
    process.env['PATH'] = path
  }
})

const frame = (text: string) => {
  const head = Buffer.alloc(8)
  head.writeUInt8(2, 0)
  head.writeUInt32BE(Buffer.byteLength(text), 4)
  return Buffer.concat([head, Buffer.from(text)])
}

test('reads containers of a Docker engine through its socket, including those with a terminal', async () => {
  const socket = join(folder, 'docker.sock')
  const engine = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://docker')
    if (pathname === '/containers/json')
      return response.end(
        JSON.stringify([
          { Id: 'a1', Names: ['/web'], Image: 'web:1', Labels: { 'com.docker.compose.service': 'front' } },
          { Id: 'b2', Names: ['/shell'], Labels: null },
          { Id: 'c3', Names: ['/other'], Labels: null },
        ]),
      )
    if (pathname.endsWith('/json')) return response.end(JSON.stringify({ Config: { Tty: pathname.includes('b2') } }))
    const text = `${at(4)} ERROR one of ${pathname.slice(12, 14)}\n${at(3)} two\n`
    // A frame may be split across chunks.
    if (pathname.includes('b2')) return response.end(text)
    const bytes = frame(text)
    response.write(bytes.subarray(0, 11))
    return response.end(bytes.subarray(11))
  })
  await new Promise<void>((resolve) => engine.listen(socket, resolve))
  try {
    const id = await put('docker', `    - docker: { socket: '${socket}', containers: [web, 'sh*'] }\n`)
    const { messages, labels } = await loadLines(id)
    expect(messages.toSorted()).toEqual(['ERROR one of a1', 'ERROR one of b2', 'two', 'two'])
    expect(labels).toContainEqual({ level: 'error', container: 'web', image: 'web:1', service: 'front' })
    expect((await loadLines(id, { labels: { container: 'shell' } })).messages).toEqual(['two', 'ERROR one of b2'])
  } finally {
    engine.closeAllConnections()
    await new Promise<void>((resolve) => engine.close(() => resolve()))
  }
  expect((await loadLines(await findId('docker'))).problems).toEqual([expect.stringMatching(/^docker: /)])
})

const pod = (name: string, app: string) => ({
  kind: 'Pod',
  metadata: { name, uid: name, namespace: 'shop', labels: { app } },
  spec: { nodeName: 'n1', containers: [{ name: 'main' }] },
})

test('reads the pods of a cluster by label, and reports a waiting pod beside the others', async () => {
  const cluster = await startKubernetesApi()
  try {
    cluster.put(pod('web-1', 'web'), pod('web-2', 'web'), pod('db-1', 'db'))
    cluster.logs.set('web-1', `${at(5)} one\n${at(4)} {"level":"warn","msg":"two","user":"ada"}\n`)
    cluster.logs.set('db-1', `${at(3)} of the database\n`)
    await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig())
    const id = await put('cluster', `    - kubernetes: { kubeconfigFile: '${join(folder, 'kubeconfig')}' }\n`)
    const { messages, labels, problems } = await loadLines(id, { labels: { app: 'web' } })
    expect(messages).toEqual(['two', 'one'])
    expect(labels[0]).toEqual({
      level: 'warn',
      user: 'ada',
      app: 'web',
      namespace: 'shop',
      pod: 'web-1',
      container: 'main',
      node: 'n1',
    })
    expect(problems).toEqual([expect.stringContaining('web-2: The cluster returned 400: container of pod web-2')])
    expect((await loadLines(id)).messages).toContain('of the database')
  } finally {
    await cluster.stop()
  }
  const { problems } = await loadLines(await findId('cluster'))
  expect(problems).toEqual([expect.stringMatching(/^cluster: /)])
})
