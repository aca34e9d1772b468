import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import { preflightSchema, runPreviewSchema } from '#shared/playbooks/preflight.ts'
import type { Database } from '#relay/database/database.ts'
import { canaryDocument } from '#tests/fixtures/backend.ts'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { playbookDocument, createPlaybookHelpers } from '#tests/fixtures/playbook-runs.ts'

const waitOptions = { timeout: 20_000, interval: 25 }
const self = '01890a5d-0000-7000-8000-000000000001'
const echo = (text: string) => `  actions: [{ name: a, exec: { script: 'echo ${text}' } }]\n`

let database: Database
beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate playbooks, canaries, components, config_items cascade')
})
const { start, started } = createBackendSlot()
const book = createPlaybookHelpers(started)
const specs = async () => {
  const { rows } = await database.query<{ name: string; script: string }>(
    "select name, spec #>> '{actions,0,exec,script}' as script from playbooks where deleted_at is null order by name",
  )
  return rows.map(({ name, script }) => [name, script])
}

const both = async (status: string) =>
  vi.waitFor(async () => {
    const rows = await started().rows()
    expect(rows.map((row) => row.status)).toEqual([status, status])
  }, waitOptions)

const rejected = async () => (await started().rejected()).map(({ file, line, reason }) => `${file}:${line}: ${reason}`)

test('follows documents; an invalid one is reported with its position while the last valid one stays active', async () => {
  await start({ database, resources: { 'a.yaml': playbookDocument('a', echo('one')) } })
  expect(await specs()).toEqual([['a', 'echo one']])
  const id = await book.getId('a')
  await started().write('a.yaml', playbookDocument('a', echo('two')))
  await vi.waitFor(async () => expect(await specs()).toEqual([['a', 'echo two']]), waitOptions)
  expect(await book.getId('a')).toBe(id)

  await started().write(
    'a.yaml',
    playbookDocument('a', `  actions:\n    - name: a\n      exec: { scrpt: echo three }\n`),
  )
  const rejection = /a\.yaml:8:\d+: actions\[0\]\.exec\.scrpt: unknown field/
  await vi.waitFor(() => expect(started().log.some((line) => rejection.test(line))).toBe(true), waitOptions)
  expect(await specs()).toEqual([['a', 'echo two']])
  await vi.waitFor(
    async () => expect(await rejected()).toEqual([expect.stringMatching(/^a\.yaml:8: actions/)]),
    waitOptions,
  )

  await started().write('b.yaml', playbookDocument('b', echo('b')))
  await vi.waitFor(async () => expect((await specs()).length).toBe(2), waitOptions)
  await started().remove('b.yaml')
  await vi.waitFor(async () => expect(await specs()).toEqual([['a', 'echo two']]), waitOptions)
})

test('a playbook waiting for an unavailable event is active, and is reported once with its position', async () => {
  const waits = `  on: { webhook: { path: a }, config: [{ event: created }, { event: changed }] }\n${echo('one')}`
  await start({
    database,
    resources: {
      'a.yaml': playbookDocument('a', waits),
      'c.yaml': `kind: Canary\nmetadata: {name: c}\nspec:\n  retries: 2\n  labels: { team: a }\n  tcp: []\n`,
      'd.yaml': playbookDocument(
        'd',
        `  mcp: {}\n  actions: [{ name: a, templatesOn: agent, contentType: text, exec: { script: 'echo d' } }]\n`,
      ),
      'e.yaml': `kind: Team\nmetadata: {name: e}\nspec:\n  notification: []\n  components: []\n`,
      'f.yaml': `kind: ScrapeConfig\nmetadata: {name: f}\nspec:\n  kubernetes:\n    - clusterName: f\n      useCache: true\n  http: [{ url: 'http://127.0.0.1:1', type: T, paths: [a] }]\n`,
    },
  })
  await started().write('b.yaml', playbookDocument('b', echo('b')))
  await vi.waitFor(async () => expect((await specs()).map(([name]) => name)).toEqual(['a', 'b', 'd']), waitOptions)
  const warnings = started().log.filter((line) => line.includes('never starts'))
  expect(warnings).toEqual([
    expect.stringMatching(/a\.yaml:6:\d+: on\.config with the event .*changed.* never starts the playbook a\. /),
  ])
  expect(
    started()
      .log.flatMap((line) => /"([^"]*has no effect[^"]*)"/.exec(line)?.[1] ?? [])
      .toSorted(),
  ).toEqual([
    'c.yaml:4:3: Canary c: retries has no effect. Set confirmation of a check, such as { failures: 2 }.',
    'c.yaml:5:3: Canary c: labels has no effect. Set metadata.labels.',
    'd.yaml:6:3: Playbook d: mcp has no effect.',
    'd.yaml:7:24: Playbook d: actions[0].templatesOn has no effect.',
    'd.yaml:7:44: Playbook d: actions[0].contentType has no effect.',
    'e.yaml:4:3: Team e: notification has no effect. Known fields: members, onCall, notifications, components, responder_clients.',
    'e.yaml:5:3: Team e: components has no effect. Set owner of the components.',
    'f.yaml:6:7: ScrapeConfig f: kubernetes[0].useCache has no effect.',
    'f.yaml:7:48: ScrapeConfig f: http[0].paths has no effect.',
  ])
})

test('a run reads rows of its parameters, a request, quoted values, expressions and its own variables', async () => {
  const reads = `  on: { webhook: { path: 'deploy/:env' } }
  timeout: int(params.minutes) * 60
  parameters:
    - { name: machine, type: config, required: 'false', properties: { filter: [{ types: [Machine] }] } }
    - { name: owner, type: people, default: ${self} }
    - { name: note, properties: { multiline: 'true', maxLength: '20' } }
    - { name: rack, default: '{{.params.machine.config.rack}}' }
    - { name: minutes, default: '3' }
    - { name: pause, default: 5ms }
    - { name: image, default: '{{.request.json.image}}{{.check.labels.app}}' }
  env: [{ name: path, value: '{{.params.rack}}/today' }]
  actions:
    - name: first
      delay: params.pause
      timeout: '60'
      retry: { limit: '1', duration: duration(params.pause), jitter: '0' }
      if: params.machine.name == "m1" || request.params.env == "prod"
      exec: { script: 'echo {{.params.machine.name}} {{.params.owner.id}} {{.env.path}}' }
    - name: request
      if: has(request.params.env)
      exec: { script: 'echo {{.request.params.env}} {{.request.params.by}} {{.params.image}} {{.request.url}}' }
`
  await start({ database, resources: { 'a.yaml': playbookDocument('a', reads) } })
  const { rows } = await database.query<{ id: string }>(
    `insert into config_items (name, type, config_class, external_id, config)
     values ('m1', 'Machine', 'Machine', '{m1}', '{"rack": "r7"}') returning id`,
  )
  const [machine] = rows
  const run = await book.start('a', { params: { machine: machine?.id ?? '' } })
  await book.ended(run)
  const outputs = async (id: string) => (await book.actions(id)).map(({ result, error }) => error ?? result?.['stdout'])
  expect(await outputs(run)).toEqual([`m1 ${self} r7/today`, undefined])
  const stored = await database.query<{ machine: string; timeout: number }>(
    "select parameters ->> 'machine' as machine, timeout::float8 from playbook_runs where id = $1",
    [run],
  )
  expect(stored.rows).toEqual([{ machine: machine?.id, timeout: 180e9 }])

  const url = '/api/playbook/webhook/deploy/prod?by=ada'
  const hook = await started().app.inject({ method: 'POST', url, payload: { image: 'web' } })
  const called = (JSON.parse(hook.body) as { run_id: string }).run_id
  await book.ended(called)
  expect((await outputs(called))[1]).toBe(`prod ada web ${url}`)
})

test('playbooks can be written and read through the data API; an invalid spec is rejected with its position [PLAY-01,PLAY-07]', async () => {
  await start({ database })
  const write = async (method: 'POST' | 'PATCH', spec: unknown, query = '') => {
    const response = await started().app.inject({
      method,
      url: `/api/db/playbooks${query}`,
      headers: { prefer: 'return=representation' },
      payload: {
        name: 'restart',
        title: 'Restart',
        icon: 'reload',
        category: 'Ops',
        source: 'UI',
        created_by: self,
        spec,
      },
    })
    return [response.statusCode, JSON.parse(response.body) as unknown] as const
  }
  const spec = { actions: [{ name: 'a', exec: { script: 'true' } }] }
  expect(await write('POST', { actions: [{ name: 'a', exec: { script: '' } }] })).toEqual([
    400,
    { code: '22023', details: null, hint: null, message: 'actions[0].exec.script: must not be empty.' },
  ])
  expect(await write('POST', { ...spec, filters: ['nothing('] })).toMatchObject([400, { message: /^filters\.0: CEL/ }])
  expect((await write('POST', spec))[0]).toBe(201)
  const id = await book.getId('restart')
  expect((await write('PATCH', { ...spec, colour: 'red' }, `?id=eq.${id}`))[0]).toBe(400)
  const { body } = await started().app.inject(
    `/api/db/playbooks?id=eq.${id}&select=id,name,title,icon,category,spec,created_by(id,name)`,
  )
  expect(JSON.parse(body)).toEqual([
    {
      id,
      name: 'restart',
      title: 'Restart',
      icon: 'reload',
      category: 'Ops',
      spec,
      created_by: { id: self, name: expect.any(String) },
    },
  ])
})

test('a run has its playbook, target, approvals, actions and artifacts, and appears on the config item [PLAY-03]', async () => {
  await start({
    database,
    resources: {
      'a.yaml': playbookDocument(
        'a',
        `  configs: [{ types: Deployment }]
  actions: [{ name: a, exec: { script: 'echo {{.config.name}} > out.txt', artifacts: [{ path: out.txt }] } }]
`,
      ),
    },
  })
  const { rows } = await database.query<{ id: string }>(
    "insert into config_items (name, type, config_class) values ('web', 'Deployment', 'Deployment') returning id",
  )
  const config = rows[0]?.id ?? ''
  const run = await book.start('a', { config_id: config })
  await book.ended(run)
  const { body } = await started().app.inject(
    `/api/db/playbook_runs?id=eq.${run}&select=id,status,parent_id,start_time,created_at,playbooks(name),` +
      'config:config_items(id,name),component:components(id),check:checks(id),playbook_approvals(id),' +
      'playbook_run_actions(name,status,artifacts(filename,size))',
  )
  expect(JSON.parse(body)).toEqual([
    {
      id: run,
      status: 'completed',
      parent_id: null,
      start_time: expect.any(String),
      created_at: expect.any(String),
      playbooks: { name: 'a' },
      config: { id: config, name: 'web' },
      component: null,
      check: null,
      playbook_approvals: [],
      playbook_run_actions: [{ name: 'a', status: 'completed', artifacts: [{ filename: 'out.txt', size: 4 }] }],
    },
  ])
  await vi.waitFor(async () => {
    const changes = await database.query<{ change_type: string }>(
      'select change_type from config_changes where config_id = $1 order by created_at, id',
      [config],
    )
    expect(changes.rows.map(({ change_type }) => change_type)).toEqual([
      'PlaybookScheduled',
      'PlaybookStarted',
      'PlaybookCompleted',
    ])
  }, waitOptions)
  const response = await started().app.inject(`/api/playbook/run/${run}`)
  expect(JSON.parse(response.body)).toMatchObject({ id: run, status: 'completed', config_id: config })
  const { changes } = started()
  await expect
    .poll(
      () => new Set(changes.map(({ relation }) => relation).filter((relation) => /^playbook|^config/.test(relation))),
    )
    .toEqual(new Set(['config_changes', 'playbook_run_actions', 'playbook_runs']))
})

test('a preflight shows target, rendered steps, approvers and earlier runs, and starts nothing', async () => {
  await start({
    database,
    resources: {
      'a.yaml': playbookDocument(
        'a',
        `  components: [{ types: Service }]
  parameters: [{ name: password, type: secret }, { name: count, default: '2' }]
  approval: { type: all, approvers: { people: [ada@example.test] } }
  actions:
    - { name: first, if: 'params.count == "2"', exec: { script: 'login {{.params.password}} {{.params.count}} {{.component.name}}' } }
    - { name: second, http: { url: 'http://{{getLastAction.result.stdout}}/' } }
    - { name: third, ai: { prompt: x } }
`,
      ),
      'b.yaml': playbookDocument('b', '  components: [{}]\n' + echo('{{index .params.list 9}}')),
    },
  })
  const { rows } = await database.query<{ id: string }>(
    "insert into components (name, type, external_id, status) values ('payments', 'Service', 'p', 'healthy') returning id",
  )
  const component_id = rows[0]?.id ?? ''
  const before = await book.start('b', { component_id })
  await book.ended(before)
  const waiting = await book.start('a', { component_id })
  const id = await book.getId('a')
  const { body } = await book.post(`${id}/preflight`, { component_id, params: { password: 'hunter2-xyz' } })
  const preflight = preflightSchema.parse(body)
  expect(preflight).toEqual({
    token: expect.any(String),
    expiresAt: expect.any(String),
    target: { kind: 'component', id: component_id, name: 'payments', type: 'Service' },
    steps: [
      {
        name: 'first',
        kind: 'exec',
        condition: 'params.count == "2"',
        rendered:
          'script: login "${QD_PARAMS_PASSWORD}" "${QD_PARAMS_COUNT}" "${QD_COMPONENT_NAME}"\n' +
          'variables:\n  QD_PARAMS_PASSWORD: "***"\n  QD_PARAMS_COUNT: "2"\n  QD_COMPONENT_NAME: payments\n',
        command: [
          { text: 'login "', isFilled: false },
          { text: '***', isFilled: true },
          { text: '" "', isFilled: false },
          { text: '2', isFilled: true },
          { text: '" "', isFilled: false },
          { text: 'payments', isFilled: true },
          { text: '"', isFilled: false },
        ],
      },
      {
        name: 'second',
        kind: 'http',
        rendered: 'url: http://{{getLastAction.result.stdout}}/\n',
        command: ['GET ', 'http://', '{{getLastAction.result.stdout}}', '/'].map((text) => ({ text, isFilled: false })),
      },
      {
        name: 'third',
        kind: 'ai',
        rendered: 'prompt: x\n',
        command: [{ text: 'prompt: x', isFilled: false }],
        problem: 'ai needs a connection, or backend (openai, anthropic, ollama) with apiKey.',
      },
    ],
    approvers: { type: 'all', people: ['ada@example.test'], teams: [] },
    running: [{ id: waiting, playbook: 'a', status: 'pending_approval', since: expect.any(String) }],
    last: [],
  })
  const other = preflightSchema.parse((await book.post(`${await book.getId('b')}/preflight`, { component_id })).body)
  expect(other.last).toMatchObject([{ id: before, status: 'failed', error: /Go template/ }])
  expect(other.steps[0]?.problem).toMatch(/Go template/)
  expect(await database.query('select 1 from playbook_runs')).toMatchObject({ rows: { length: 2 } })
})

test('a waiting run shows its commands with its own parameters and target, and never a secret', async () => {
  const grants: Grant[] = []
  await start({
    database,
    grants,
    resources: {
      'a.yaml': playbookDocument(
        'a',
        `  components: [{}]
  parameters: [{ name: pin, type: secret }, { name: size, default: 1Gi }, { name: code, properties: { format: password } }]
  env: [{ name: TOKEN, valueFrom: { secretKeyRef: { name: a, key: b } } }]
  approval: { type: any, approvers: { people: [ada@example.test] } }
  actions:
    - { name: resize, exec: { script: 'resize $(.component.name) --to $(.params.size) $(.params.pin)' } }
    - { name: report, http: { url: 'http://127.0.0.1:1/$(.params.size)', body: '$(.params.pin) $(.params.code) $(.env.TOKEN)' } }
`,
      ),
    },
  })
  const { rows } = await database.query<{ id: string }>(
    "insert into components (name, type, external_id, status, health) values ('orders', 'Service', 'o', 'down', 'unhealthy') returning id",
  )
  const component_id = rows[0]?.id ?? ''
  const params = { pin: '4711', size: '7Gi', code: '0815' }
  const [run, other] = [
    await book.start('a', { component_id, params }),
    await book.start('a', { component_id, params: { ...params, size: '9Gi' } }),
  ]
  const { body } = await started().app.inject(`/api/playbook/run/${run}/preview`)
  const preview = runPreviewSchema.parse(JSON.parse(body))
  expect(preview.target).toEqual({
    kind: 'component',
    id: component_id,
    name: 'orders',
    type: 'Service',
    health: 'unhealthy',
    status: 'down',
  })
  expect(preview.steps.map(({ command }) => command.map(({ text }) => text).join(''))).toEqual([
    'resize "orders" --to "7Gi" "***"',
    'GET http://127.0.0.1:1/7Gi\n\n*** *** ***',
  ])
  expect(body).not.toMatch(/4711|0815/)
  expect(preview.running.map(({ id }) => id)).toEqual([other])
  const preflight = await book.post(`${await book.getId('a')}/preflight`, { component_id, params })
  expect(JSON.stringify(preflight.body)).not.toMatch(/4711|0815/)
  expect((await started().app.inject(`/api/playbook/run/${component_id}/preview`)).statusCode).toBe(404)
  const subject = '01890a5d-0000-7000-8000-000000000001'
  grants.push(
    grantSchema.parse({ id: 'd', subject, subject_type: 'person', action: 'read', object: 'topology', deny: true }),
  )
  const refused = await started().app.inject(`/api/playbook/run/${run}/preview`)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { error: 'Ada is not allowed to read the target of this run, so its steps are not shown.' },
  ])
})

test('people without permission cannot start or cancel runs', async () => {
  const resources = { 'a.yaml': playbookDocument('a', '  actions: [{ name: a, delay: 1h, exec: { script: x } }]\n') }
  await start({ database, resources, roles: ['viewer'] })
  const id = await book.getId('a')
  expect(await book.post('run', { id })).toEqual({
    status: 403,
    body: {
      error: 'Ada is not allowed to run a. Ask an administrator for the editor role or a permission.',
      code: 'forbidden',
    },
  })
  await database.query('insert into playbook_runs (playbook_id, status) values ($1, $2)', [id, 'pending_approval'])
  const { rows } = await database.query<{ id: string }>('select id from playbook_runs')
  expect((await book.post(`run/cancel/${rows[0]?.id}`)).status).toBe(403)
  expect(await book.run(rows[0]?.id ?? '')).toMatchObject({ status: 'pending_approval' })
})

test('a check transition starts the playbooks that wait for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turns-'))
  const canary = (labels: string) =>
    `  exec:\n    - { name: ${labels}, script: '[ ! -e ${folder}/broken ]', labels: { tier: ${labels} } }\n`
  await start({
    database,
    resources: {
      'web.yaml': canaryDocument('web', canary('front')),
      'db.yaml': canaryDocument('db', canary('back')),
      'heal.yaml': playbookDocument(
        'heal',
        `  on: { canary: [{ event: failed, labels: { tier: front } }, { event: passed, filter: 'check.name == "back"' }] }
  actions: [{ name: a, exec: { script: 'echo {{.check.name}}' } }]
`,
      ),
    },
  })
  const turned = async (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await database.query<{ stdout: string }>(
        "select result ->> 'stdout' as stdout from playbook_run_actions where status = 'completed' order by end_time",
      )
      expect(rows.length).toBe(count)
      return rows.map(({ stdout }) => stdout).sort()
    }, waitOptions)
  await both('healthy')
  await writeFile(join(folder, 'broken'), '')
  await both('unhealthy')
  expect(await turned(1)).toEqual(['front'])
  await rm(join(folder, 'broken'))
  expect(await turned(2)).toEqual(['back', 'front'])
  await rm(folder, { recursive: true, force: true })
})

test('people without read access to playbooks get no run and no output at any address', async () => {
  const resources = { 'a.yaml': playbookDocument('a', echo('one')) }
  await start({ database, resources })
  const run = await book.start('a')
  await book.ended(run)
  const [action] = await book.actions(run)
  await started().close()
  await start({ database, resources, roles: ['auditor'] })
  for (const path of [`run/${run}`, `run/action/${action?.id}/log/text`, `run/action/${action?.id}/log`]) {
    const response = await started().app.inject(`/api/playbook/${path}?x=/playbook/webhook/*`)
    expect([response.statusCode, response.headers['x-rbac-object']]).toEqual([403, 'playbooks'])
  }
})

const restricted = (name: string, to: string) => playbookDocument(name, `  permissions: [{ ${to} }]\n${echo('one')}`)

test('the permissions of a playbook restrict who runs it', async () => {
  const resources = { 'a.yaml': restricted('a', 'team: payments'), 'b.yaml': restricted('b', 'role: editor') }
  await start({ database, resources, roles: ['editor'] })
  expect(await book.post('run', { id: await book.getId('a') })).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('its permissions require the team payments.') },
  })
  expect(await book.post('run', { id: await book.getId('b') })).toMatchObject({ status: 201 })
})

test('a webhook whose secret cannot be read starts nothing, and the log has the reason', async () => {
  const secret = '{ valueFrom: { secretKeyRef: { name: gone, key: token } } }'
  const trigger = `  on: { webhook: { path: sealed, authentication: { github: { token: ${secret} } } } }\n`
  await start({ database, resources: { 'a.yaml': playbookDocument('a', trigger + echo('one')) } })
  const { statusCode, body } = await started().app.inject({ method: 'POST', url: '/api/playbook/webhook/sealed' })
  expect([statusCode, body]).toEqual([503, expect.stringContaining('The secret of this webhook cannot be read.')])
  expect(started().log.some((line) => line.includes('secret of a webhook cannot be read'))).toBe(true)
})
