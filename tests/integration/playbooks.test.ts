import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { logTailSchema } from '#shared/playbooks/log-line.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { kinds, openServer } from '#tests/fixtures/databases.ts'
import { playbookDocument, createPlaybookHelpers, withoutTime } from '#tests/fixtures/playbook-runs.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

let database: Database
let backend: TestBackend | undefined
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const begin = async (specs: Readonly<Record<string, string>>) => {
  const resources = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [`${name}.yaml`, playbookDocument(name, spec)]),
  )
  backend = await startTestBackend({ database, resources })
  return backend
}
const book = createPlaybookHelpers(started)
const insertComponent = async (name: string, type: string) => {
  const { rows } = await database.query<{ id: string }>(
    "insert into components (name, type, external_id, status) values ($1, $2, $1, 'healthy') returning id",
    [name, type],
  )
  return rows[0]?.id ?? ''
}

const useDatabase = (open: () => Promise<Database>): void => {
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate playbooks, canaries, components cascade')
  })
  afterEach(async () => {
    await backend?.close()
    backend = undefined
  })
}

describe.each(kinds)('playbooks over the $kind database', ({ kind, open }) => {
  useDatabase(open)

  test('stores many lines exactly as printed, and serves them by range', { timeout: 180_000 }, async () => {
    const count = kind === 'embedded' ? 1_000_000 : 100_000
    await begin({ much: `  actions:\n    - name: print\n      exec: { script: 'seq ${count}' }\n` })
    const run = await book.start('much')
    expect(await book.ended(run)).toMatchObject({ status: 'completed' })
    const [action] = await book.actions(run)
    const { body } = await started().app.inject(`/api/playbook/run/action/${action?.id}/log/text`)
    expect(hash(body)).toBe(hash(Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('')))
    const { range, headers } = await book.log(action?.id ?? '', '?from=70000&lines=3')
    expect(withoutTime(range.lines)).toEqual([70_000, 70_001, 70_002].map((no) => [no, 1, String(no)]))
    expect([range.total, headers['cache-control']]).toEqual([count, 'private, immutable, max-age=86400'])

    const tail = async (after: number) => {
      const response = await started().app.inject(`/api/playbook/run/action/${action?.id}/log/tail?after=${after}`)
      return logTailSchema.parse(JSON.parse(response.body))
    }
    const { chunks, ...about } = await tail(0)
    const tailLines = chunks.flatMap(({ lines }) => lines)
    const tailStart = chunks[0]?.first ?? 0
    expect(about).toEqual({ total: count, ended: true, ansi: false, notes: [] })
    expect(tailLines.map(([no]) => no)).toEqual(Array.from({ length: count - tailStart + 1 }, (_, i) => tailStart + i))
    const newest = chunks.at(-1)?.first ?? 0
    expect((await tail(newest - 1)).chunks).toEqual(chunks.slice(-1))
    expect(await tail(newest)).toEqual({ chunks: [], ...about })
  })
})

describe('playbooks', () => {
  useDatabase(openServer)

  test('runs a document with two steps, with its output line by line [PLAY-09,PLAY-10]', async () => {
    await begin({
      hello: `  actions:
    - name: first
      exec: { script: 'echo one; echo two >&2; printf three' }
    - name: second
      exec: { script: 'echo "{{getLastAction.result.stdout}}" | tr a-z A-Z' }
`,
    })
    const run = await book.start('hello')
    expect(await book.ended(run)).toMatchObject({ status: 'completed', error: null })
    const { body } = await started().app.inject(`/api/db/rpc/get_playbook_run_actions?run_id=${run}`)
    expect(JSON.parse(body)).toMatchObject([
      { name: 'first', status: 'completed', playbook_run_id: run, retry_count: 0 },
      { name: 'second', status: 'completed', playbook_run_id: run, retry_count: 0 },
    ])
    const [first, second] = await book.actions(run)
    expect(first?.result).toMatchObject({ stdout: 'one\nthree', stderr: 'two', exitCode: 0, path: 'bash' })
    const { range } = await book.log(first?.id ?? '')
    expect(range).toMatchObject({ total: 3, ended: true, ansi: false, notes: [] })
    expect(withoutTime(range.lines.filter(([, stream]) => stream === 2)).map(([, , ...line]) => line)).toEqual([
      ['two'],
    ])
    expect(withoutTime(range.lines.filter(([, stream]) => stream === 1)).map(([, , ...line]) => line)).toEqual([
      ['one'],
      ['three', 1],
    ])
    expect(range.lines.map(([no]) => no)).toEqual([1, 2, 3])
    expect((await book.log(second?.id ?? '')).range.lines.map(([, , , text]) => text)).toEqual(['ONE', 'THREE'])
  })

  test('a line that has not ended is part of the tail until the step ends it', async () => {
    await begin({
      slow: `  actions:
    - name: vacuum
      exec: { script: 'printf "start\\n10 %%\\r20 %%"; sleep 600' }
`,
    })
    const run = await book.start('slow')
    const tail = async () => {
      const [action] = await book.actions(run)
      const response = await started().app.inject(`/api/playbook/run/action/${action?.id}/log/tail`)
      return logTailSchema.parse(JSON.parse(response.body))
    }
    await book.reached(run, 'running')
    await vi.waitFor(async () => expect((await tail()).openLines).toHaveLength(1), { timeout: 30_000 })
    const { total, openLines } = await tail()
    expect([total, withoutTime(openLines ?? [])]).toEqual([1, [[2, 1, '10 %\r20 %', 1]]])
    await book.post(`run/cancel/${run}`)
    await book.ended(run)
    await vi.waitFor(async () => expect((await tail()).ended).toBe(true))
    expect((await tail()).openLines).toBeUndefined()
    await expect.poll(async () => (await database.query('select * from relay.playbook_open_lines')).rows).toEqual([])
  })

  test('a step sees its own env and the playbook’s, a masked secret, and none of the relay’s', async () => {
    process.env['SMTP_URL'] = 'smtp://user:relay-secret@mail'
    await begin({
      env: `  parameters: [{ name: token, type: secret, required: true }]
  env: [{ name: LEVEL, value: high }]
  actions:
    - name: show
      exec:
        script: 'env; echo "token {{.params.token}}" | rev | rev; printf "{{.params.token}}" | base64'
        env: [{ name: OWN, value: '{{.params.token}}!' }]
`,
    })
    const run = await book.start('env', { params: { token: 's3cr3t-value' } })
    expect(await book.ended(run)).toMatchObject({ status: 'completed' })
    delete process.env['SMTP_URL']
    const [action] = await book.actions(run)
    const { range } = await book.log(action?.id ?? '')
    const texts = range.lines.map(([, , , text]) => text)
    expect(texts).toContain('LEVEL=high')
    expect(texts).toContain('OWN=***!')
    expect(texts).toContain('token ***')
    const names = texts.filter((text) => text.includes('=')).map((text) => text.split('=')[0])
    const ofTheRelay = names.filter((name) => name !== 'QD_PARAMS_TOKEN')
    expect(ofTheRelay.filter((name) => /SMTP|DATABASE|TOKEN|VITEST|NODE/.test(name ?? ''))).toEqual([])
    const everything = JSON.stringify([range, action, await book.run(run), started().log])
    expect(everything).not.toContain('s3cr3t-value')
    expect((await book.run(run))?.parameters).toEqual({ token: expect.stringMatching(/^sealed:/) })
  })

  test('retries a step with delays, lets later steps read its result, and reports it on the run', async () => {
    await begin({
      retry: `  actions:
    - name: flaky
      retry: { limit: 2, duration: 10ms, exponent: { multiplier: 2 } }
      exec: { script: 'exit 3' }
    - name: skipped
      exec: { script: 'echo no' }
    - name: cleanup
      if: failure()
      delay: 20ms
      exec: { script: 'echo {{getLastAction.status}} {{(getAction "flaky").error}}' }
`,
    })
    const run = await book.start('retry')
    expect(await book.ended(run)).toMatchObject({ status: 'failed', error: null })
    const found = (await book.actions(run)).map(({ name, status, error, retry_count }) => [
      name,
      status,
      error,
      retry_count,
    ])
    const failed = 'Exit code 3.'
    expect(found.filter(([name]) => name === 'flaky')).toEqual([0, 1, 2].map((at) => ['flaky', 'failed', failed, at]))
    expect(found.filter(([name]) => name !== 'flaky')).toEqual([
      ['skipped', 'skipped', null, 0],
      ['cleanup', 'completed', null, 0],
    ])
    const cleanup = (await book.actions(run)).find(({ name }) => name === 'cleanup')
    expect(cleanup?.result?.['stdout']).toBe('failed Exit code 3.')
  })

  test('reports errors of a step on the step', async () => {
    await begin({
      invalid: `  actions:
    - { name: command, exec: { script: no-such-command-here } }
    - { name: late, if: always(), timeout: 100ms, exec: { script: 'echo begun; sleep 60' } }
    - { name: bytes, if: always(), exec: { script: "printf 'a\\\\377b\\\\n'" } }
    - { name: model, if: always(), ai: { prompt: x } }
    - { name: agent, if: always(), runsOn: [eu-west], exec: { script: 'true' } }
    - { name: condition, if: 'always() && params.nothing.here', exec: { script: 'true' } }
    - { name: template, if: always(), exec: { script: 'echo {{index .params.list 9}}' } }
    - { name: database, if: always(), sql: { driver: oracle, query: select 1, url: x } }
    - { name: message, if: always(), notification: { title: t, message: m, url: 'gopher://a@b' } }
    - { name: http, if: always(), http: { url: 'ftp://x' } }
`,
    })
    const run = await book.start('invalid')
    expect(await book.ended(run)).toMatchObject({ status: 'failed' })
    const actions = await book.actions(run)
    expect(
      Object.fromEntries(actions.map(({ name, status, error }) => [name, `${status} ${error ?? ''}`.trim()])),
    ).toEqual({
      command: 'failed Exit code 127.',
      late: 'failed The step timed out after 100ms.',
      bytes: 'completed',
      model: 'failed ai needs a connection, or backend (openai, anthropic, ollama) with apiKey.',
      agent: 'failed runsOn names eu-west, but this installation has no agents. Remove runsOn to run the step here.',
      condition: expect.stringMatching(/^failed The condition \(if\) could not be evaluated\. CEL/),
      template: expect.stringMatching(/^failed Go template, line \d/),
      database: 'failed The driver oracle is not supported. Supported: postgres, mysql, mssql.',
      message: expect.stringContaining('failed Messages to gopher:// are not supported. Supported: smtp, '),
      http: 'failed "ftp://x" is not an http:// or https:// address.',
    })
    const named = (name: string) => actions.find((action) => action.name === name)
    expect(named('command')?.result?.['stderr']).toMatch(/no-such-command-here: command not found/)
    const { range } = await book.log(named('bytes')?.id ?? '')
    expect([range.lines[0]?.[3], range.notes]).toEqual([
      'a\uFFFDb',
      ['Bytes that are not UTF-8 were replaced by � in one line.'],
    ])
  })

  test('parameters get defaults, are validated by type and rejected by name before anything starts', async () => {
    await begin({
      params: `  parameters:
    - { name: app, label: Application, required: true }
    - { name: image, default: 'registry/{{.params.app}}:latest' }
    - { name: count, properties: { format: number, min: 1 } }
    - { name: dry, type: checkbox }
    - { name: level, type: list, properties: { options: [{ label: Low, value: low }] } }
    - { name: memory, type: bytes }
  actions: [{ name: show, exec: { script: 'echo {{.params.image}}' } }]
`,
    })
    const id = await book.getId('params')
    const getRejection = async (params: object) => {
      const { status, body } = await book.post('run', { id, params })
      return [status, typeof body === 'string' ? body : body['error']]
    }
    expect(await getRejection({})).toEqual([400, 'The parameter Application is required.'])
    expect(await getRejection({ app: '' })).toEqual([400, 'The parameter Application is required.'])
    expect(await getRejection({ app: 3 })).toEqual([400, 'The value of the parameter app must be a string.'])
    expect(await getRejection({ app: 'a', other: 'x' })).toEqual([
      400,
      'Unknown parameter other. The playbook has the parameters app, image, count, dry, level, memory.',
    ])
    for (const [name, value, reason] of [
      ['count', 'many', 'This field must be a number.'],
      ['count', '0', 'Must be at least 1.'],
      ['dry', 'yes', 'Must be true or false.'],
      ['level', 'high', 'Must be one of low.'],
      ['memory', '5 cats', 'Must be a number with Mi, Gi or Ti, such as 512Mi.'],
    ] as const)
      expect(await getRejection({ app: 'a', [name]: value })).toEqual([400, `Invalid parameter ${name}. ${reason}`])
    expect(await book.post('run', { id: '018f3c1e-0000-7000-8000-000000000009' })).toMatchObject({ status: 404 })
    const run = await book.start('params', { params: { app: 'web' } })
    await book.ended(run)
    expect((await book.actions(run))[0]?.result?.['stdout']).toBe('registry/web:latest')
    expect(await database.query('select 1 from playbook_runs')).toMatchObject({ rows: { length: 1 } })
  })

  test('returns the parameters of a playbook with defaults for the resource [PLAY-08]', async () => {
    await begin({
      scale: `  components: [{ types: Service }]
  parameters:
    - { name: app, label: App, type: text, default: '{{.component.name}}', properties: { minLength: 2 } }
    - { name: password, type: secret, default: top-secret }
  actions: [{ name: show, exec: { script: 'true' } }]
`,
    })
    const component = await insertComponent('payments', 'Service')
    expect(await book.post(`${await book.getId('scale')}/params`, { component_id: component })).toEqual({
      status: 200,
      body: {
        params: [
          { name: 'app', label: 'App', type: 'text', default: 'payments', properties: { minLength: 2 } },
          { name: 'password', type: 'secret' },
        ],
      },
    })
  })

  test('lists playbooks for the resources that they select [PLAY-06]', async () => {
    await begin({
      service: `  title: For services
  category: Ops
  components: [{ types: Service }]
  actions: [{ name: a, exec: { script: 'true' } }]
`,
      healthy: `  components: [{}]
  filters: ['component.name == "ledger"']
  actions: [{ name: a, exec: { script: 'true' } }]
`,
      other: `  configs: [{ types: Deployment }]
  actions: [{ name: a, exec: { script: 'true' } }]
`,
    })
    const [payments, ledger] = [
      await insertComponent('payments', 'Service'),
      await insertComponent('ledger', 'Database'),
    ]
    const [, found] = await book.list(`?component_id=${payments}`)
    expect(found).toEqual([
      {
        id: await book.getId('service'),
        name: 'service',
        namespace: 'default',
        title: 'For services',
        category: 'Ops',
        icon: null,
        description: null,
        source: 'ConfigFile',
      },
    ])
    expect((await book.list(`?component_id=${ledger}`))[1].map(({ name }) => name)).toEqual(['healthy'])
    expect((await book.list(''))[0]).toBe(400)
    expect((await book.post('run', { id: await book.getId('service'), component_id: ledger })).body).toMatchObject({
      error: 'service does not apply to the component ledger: no selector matches.',
    })
    expect((await book.post('run', { id: await book.getId('service') })).body).toMatchObject({
      error: 'service needs a target: choose a component.',
    })
  })
})
