import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { kinds, openServer } from '#tests/fixtures/databases.ts'
import { playbookDocument, createPlaybookHelpers } from '#tests/fixtures/playbook-runs.ts'

const waitOptions = { timeout: 20_000, interval: 25 }
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
/** A zombie process counts as ended. */
const runs = async (pid: number): Promise<boolean> =>
  isAlive(pid) && !/\) Z /.test(await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => ') Z '))

const pidsIn = async (file: string, count: number): Promise<number[]> =>
  vi.waitFor(async () => {
    const pids = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
    expect(pids.length).toBe(count)
    return pids.map(Number)
  }, waitOptions)

let database: Database
let backend: TestBackend | undefined
const folders: string[] = []
const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), 'playbooks-'))
  folders.push(made)
  return made
}
const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const begin = async (specs: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) => {
  const documents = Object.entries(specs).map(([name, spec]) => [`${name}.yaml`, playbookDocument(name, spec)])
  backend = await startTestBackend({ database, resources: { ...Object.fromEntries(documents), ...more } })
  return backend
}
const book = createPlaybookHelpers(started)

const useDatabase = (open: () => Promise<Database>): void => {
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.query('truncate playbooks, canaries, teams cascade')
  })
  afterEach(async () => {
    await backend?.close()
    backend = undefined
    await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true, force: true })))
  })
}

describe.each(kinds)('ends of playbook runs over the $kind database', ({ open }) => {
  useDatabase(open)

  test('a stopping relay marks its runs; after a kill the next one does, and stops leftover processes', async () => {
    const file = join(await folder(), 'pids')
    await begin({
      long: `  actions: [{ name: a, exec: { script: 'echo $$ >> ${file}; exec sleep 600' } }]\n`,
    })
    const run = await book.start('long')
    const [first] = await pidsIn(file, 1)
    await started().stop()
    expect(await runs(first ?? 0)).toBe(false)
    expect(await book.run(run)).toMatchObject({ status: 'failed' })
    expect((await book.actions(run))[0]?.error).toBe('The relay was stopped during this step.')

    const lost = randomUUID()
    const script = `process.stdout.write(String(require('child_process').spawn('sleep', ['600'],
      { detached: true, stdio: 'ignore', env: { QUARTERDECK_RUN: '${lost}', PATH: process.env.PATH } }).pid)); process.exit()`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script])
    await database.query(
      `insert into playbook_runs (id, playbook_id, status, start_time, spec) select $1, id, 'running', now(), spec
         from playbooks where name = 'long'`,
      [lost],
    )
    await database.query(
      "insert into playbook_run_actions (playbook_run_id, name, status, start_time) values ($1, 'a', 'running', now())",
      [lost],
    )
    const waiting = randomUUID()
    await database.query(
      `insert into playbook_runs (id, playbook_id, spec, parameters)
       select $1, id, '{"actions": [{"name": "a", "exec": {"script": "echo resumed"}}]}', '{}' from playbooks where name = 'long'`,
      [waiting],
    )
    backend = await startTestBackend({ database, resourcesDir: started().resourcesDir })
    expect(await runs(Number(stdout))).toBe(false)
    expect(await book.run(lost)).toMatchObject({
      status: 'failed',
      error:
        'The relay stopped during this run and the run was not resumed. Check what its last step did before you run it again. One process of it was still running and was stopped.',
    })
    expect((await book.actions(lost)).map(({ status, error }) => [status, error])).toEqual([
      ['failed', 'The relay stopped during this step. One process of it was still running and was stopped.'],
    ])
    expect(await book.ended(waiting)).toMatchObject({ status: 'completed' })
  })
})

describe('ends of playbook runs', () => {
  useDatabase(openServer)

  test('cancelling ends every process of a run, even those that ignore signals or left their group [PLAY-05]', async () => {
    const file = join(await folder(), 'pids')
    await begin({
      stubborn: `  actions:
    - name: first
      exec:
        script: |
          trap '' TERM
          echo $$ >> ${file}
          (trap '' TERM; echo $BASHPID >> ${file}; while true; do sleep 1; done) &
          setsid bash -c 'echo $$ >> ${file}; exec sleep 600' &
          echo begun
          while true; do sleep 1; done
    - { name: second, if: always(), exec: { script: echo no } }
`,
    })
    const run = await book.start('stubborn')
    const pids = await pidsIn(file, 3)
    expect(await book.post(`run/cancel/${run}`)).toEqual({ status: 200, body: { message: 'playbook run cancelled' } })
    expect(await Promise.all(pids.map(runs))).toEqual([false, false, false])
    expect(await book.run(run)).toMatchObject({ status: 'cancelled', error: null })
    expect((await book.actions(run)).map(({ name, status, error }) => [name, status, error])).toEqual([
      ['first', 'failed', 'Cancelled by Ada.'],
    ])
    const [action] = await book.actions(run)
    expect((await book.log(action?.id ?? '')).range.lines.map(([, , , text]) => text)).toEqual(['begun'])
    expect(await book.post(`run/cancel/${run}`)).toEqual({
      status: 400,
      body: { error: 'The run has already ended (cancelled) and cannot be cancelled.', code: 'invalid' },
    })
    expect(await book.post(`run/cancel/${randomUUID()}`)).toMatchObject({ status: 404 })
  })

  test('cancelling a run cancels its children and runs that wait for a time or an approval', async () => {
    await begin({
      parent: `  actions: [{ name: wait, delay: 1h, exec: { script: 'true' } }]\n`,
      child: `  approval: { approvers: { people: [someone@example.test] } }
  actions: [{ name: a, exec: { script: 'true' } }]\n`,
    })
    const parent = await book.start('parent')
    await book.reached(parent, 'sleeping')
    const child = await book.start('child', { parent_id: parent })
    const { body } = await started().app.inject(`/api/db/rpc/get_playbook_run_actions?run_id=${parent}`)
    expect(JSON.parse(body)).toMatchObject([{ name: 'wait', status: 'sleeping' }])
    await book.post(`run/cancel/${parent}`)
    expect(await book.run(parent)).toMatchObject({ status: 'cancelled', error: null })
    expect(await book.run(child)).toMatchObject({ status: 'cancelled', error: 'Cancelled by Ada.' })
    expect((await book.post('run', { id: await book.getId('child'), parent_id: randomUUID() })).status).toBe(400)
  })

  test('a run waits for its approvers; others cannot approve [PLAY-04]', async () => {
    const self = '01890a5d-0000-7000-8000-000000000001'
    await database.query("insert into teams (name, created_by) values ('dba', $1), ('ops', $1)", [self])
    await database.query("update people set email = 'ada@example.test' where id = $1", [self])
    const actions = `  actions: [{ name: a, exec: { script: echo done } }]\n`
    await begin({
      any: `  approval: { type: any, allowSelf: true, approvers: { people: [Ada@example.test, bob@example.test] } }\n${actions}`,
      all: `  approval: { type: all, allowSelf: true, approvers: { people: [ada@example.test], teams: [dba, ops] } }\n${actions}`,
      team: `  approval: { allowSelf: true, approvers: { teams: [dba] } }\n${actions}`,
      free: actions,
    })
    const any = await book.start('any')
    expect(await book.run(any)).toMatchObject({ status: 'pending_approval' })
    expect(await book.post(`run/approve/${any}`)).toEqual({ status: 200, body: { message: 'playbook run approved' } })
    expect(await book.ended(any)).toMatchObject({ status: 'completed' })
    expect((await book.post(`run/approve/${any}`)).body).toMatchObject({
      error: 'The run has ended (completed) and needs no approval.',
    })

    const team = await book.start('team')
    expect(await book.post(`run/approve/${team}`)).toEqual({
      status: 403,
      body: { error: 'Ada is not an approver of this run. Approvers: the team dba.', code: 'forbidden' },
    })
    const all = await book.start('all')
    expect((await book.post(`run/approve/${all}`)).body).toEqual({
      message: 'playbook run approval recorded; more approvals are required',
    })
    expect(await book.run(all)).toMatchObject({ status: 'pending_approval' })
    await database.query('insert into team_members (team_id, person_id) select id, $1 from teams', [self])
    expect((await book.post(`run/approve/${all}`)).body).toEqual({ message: 'playbook run approved' })
    expect(await book.ended(all)).toMatchObject({ status: 'completed' })
    const { rows } = await database.query<{ count: number }>(
      'select count(*)::int as count from playbook_approvals where run_id = $1',
      [all],
    )
    expect(rows).toEqual([{ count: 3 }])

    const free = await book.start('free')
    expect(await book.post(`run/approve/${free}`)).toEqual({
      status: 400,
      body: { error: 'This run needs no approval.', code: 'invalid' },
    })
    await book.ended(free)
  })

  test('times out a run, with the step that was running', async () => {
    await begin({ slow: `  timeout: 300ms\n  actions: [{ name: a, exec: { script: sleep 60 } }]\n` })
    const run = await book.start('slow')
    expect(await book.ended(run)).toMatchObject({ status: 'timed_out' })
    expect((await book.actions(run))[0]?.error).toBe('The run timed out after 300ms.')
  })

  test('runs beyond the limit wait as scheduled and all complete', async () => {
    const file = join(await folder(), 'go')
    await begin(
      { many: `  actions: [{ name: a, exec: { script: 'until [ -e ${file} ]; do sleep 0.05; done' } }]\n` },
      { 'properties.yaml': 'playbook.runs.at.once: 3\n' },
    )
    const all = await Promise.all(Array.from({ length: 8 }, () => book.start('many')))
    await vi.waitFor(async () => {
      const { rows } = await database.query(
        'select status, count(*)::int as count from playbook_runs group by 1 order by 1',
      )
      expect(rows).toEqual([
        { status: 'running', count: 3 },
        { status: 'scheduled', count: 5 },
      ])
    }, waitOptions)
    await writeFile(file, '')
    expect((await Promise.all(all.map((id) => book.ended(id)))).map((run) => run?.status)).toEqual(
      all.map(() => 'completed'),
    )
  })

  test(
    'reports output that the database cannot store on the step, with the stored part',
    { timeout: 60_000 },
    async () => {
      await begin(
        { full: `  actions: [{ name: a, exec: { script: 'echo kept; sleep 0.5; echo lost; sleep 0.2' } }]\n` },
        { 'properties.yaml': 'playbook.log.patience.seconds: 0\n' },
      )
      await database.query(`
      create function relay.no_space() returns trigger language plpgsql as $$
      begin
        if new.first_line > 1 then raise exception 'could not extend file: No space left on device' using errcode = '53100'; end if;
        return new;
      end $$;
      create trigger no_space before insert on relay.playbook_action_log_chunks
        for each row execute function relay.no_space()`)
      try {
        const run = await book.start('full')
        expect(await book.ended(run)).toMatchObject({ status: 'completed' })
        const { range } = await book.log((await book.actions(run))[0]?.id ?? '')
        expect(range.lines.map(([, , , text]) => text)).toEqual(['kept'])
        expect(range.notes).toEqual([
          'Its output was stored up to line 1: The database server has no disk space left. Nothing was changed. The command itself was not affected.',
        ])
      } finally {
        await database.query('drop function relay.no_space cascade')
      }
    },
  )

  test('stores files that a step names and serves them as downloads', async () => {
    const temporary = join(await mkdtemp(join(tmpdir(), 'elsewhere-')), 'x.txt')
    await writeFile(temporary, 'not of this step')
    await begin({
      files: `  parameters: [{ name: outside, default: /etc/hostname }, { name: temporary, default: ${temporary} }]
  actions:
    - name: a
      exec:
        script: 'echo "<script>" > page.html; echo 1 > a.txt; ln -s /etc/hostname link.txt'
        artifacts: [{ path: page.html }, { path: 'a*.txt' }]
    - { name: output, exec: { script: 'seq 3; echo failed >&2', artifacts: [{ path: /dev/stdout }, { path: /dev/stderr }] } }
    - { name: outside, if: always(), exec: { script: 'true', artifacts: [{ path: '{{.params.outside}}' }] } }
    - { name: link, if: always(), exec: { script: 'ln -s /etc/hostname l', artifacts: [{ path: l }] } }
    - { name: temporary, if: always(), exec: { script: 'true', artifacts: [{ path: '{{.params.temporary}}' }] } }
    - { name: none, if: always(), exec: { script: 'true', artifacts: [{ path: nothing.txt }] } }
`,
    })
    const outsideFolder = 'exec.artifacts[0].path: must be in the current directory, or /dev/stdout or /dev/stderr.'
    const run = await book.start('files')
    await book.ended(run)
    expect((await book.actions(run)).map(({ name, error }) => [name, error])).toEqual([
      ['a', null],
      ['output', null],
      ['outside', outsideFolder],
      ['link', "The artifact l is outside the step's folder. Write it to the current directory."],
      ['temporary', outsideFolder],
      ['none', 'No file matches the artifact nothing.txt.'],
    ])
    const { body } = await started().app.inject(`/api/artifacts/list/playbook_run/${run}`)
    const listed = JSON.parse(body) as { id: string; filename: string; content_type: string }[]
    expect(listed.map(({ filename, content_type }) => [filename, content_type])).toEqual([
      ['page.html', 'text/html'],
      ['a.txt', 'text/plain'],
      ['stdout', 'text/plain'],
      ['stderr', 'text/plain'],
    ])
    const outputs = listed.slice(2).map(({ id }) => started().app.inject(`/api/artifacts/download/${id}`))
    expect((await Promise.all(outputs)).map(({ body: text }) => text)).toEqual(['1\n2\n3\n', 'failed\n'])
    const page = await started().app.inject(`/api/artifacts/download/${listed[0]?.id}`)
    expect([page.body, page.headers['content-type'], page.headers['content-disposition']]).toEqual([
      '<script>\n',
      'text/html',
      "attachment; filename*=UTF-8''page.html",
    ])
    for (const id of ['..%2F..%2Fplaybooks.key', randomUUID(), 'x'])
      expect((await started().app.inject(`/api/artifacts/download/${id}`)).statusCode).toBe(404)
  })

  test('commits to a branch of a local repository', async () => {
    const repository = join(await folder(), 'config.git')
    const git = (...args: string[]) =>
      promisify(execFile)('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
    await promisify(execFile)('git', ['init', '--quiet', '--initial-branch=main', repository])
    await writeFile(join(repository, 'app.json'), '{"replicas": 1}')
    await mkdir(join(repository, 'old/deep'), { recursive: true })
    for (const name of ['old/a.yaml', 'old/deep/b.yaml', 'c.yaml', 'd.yaml', 'e.yml', '.gitignore'])
      await writeFile(join(repository, name), '*.log\n')
    await symlink('.git', join(repository, 'link'))
    await git('add', '.')
    await git('commit', '--quiet', '-m', 'first')
    await begin({
      change: `  parameters: [{ name: replicas, default: '3' }, { name: outside, default: ../x }, { name: hook, default: .git/hooks/x }]
  actions:
    - name: a
      gitops:
        repo: { url: 'file://${repository}', base: main, branch: scale }
        commit: { author: Ada, email: ada@example.test, message: 'Scale to {{.params.replicas}}' }
        files: [{ path: notes/why.txt, content: 'because {{.params.replicas}}' }, { path: .github/ci.yml, content: 'on: push' }]
        patches: [{ path: app.json, jq: '.replicas = {{.params.replicas}}' }]
    - name: delete
      gitops:
        repo: { url: 'file://${repository}', base: main, branch: less }
        commit: { message: less }
        files:
          - { path: old, content: $delete }
          - { path: '*.yaml', content: "$delete\\n" }
          - { path: d.yaml, content: 'again' }
          - { path: /logs/kept.log, content: 'ignored by the repository' }
        patches: [{ path: e.yml, yq: $delete }]
    - name: missing
      if: always()
      gitops:
        repo: { url: 'file://${repository}' }
        commit: { message: x }
        files: [{ path: d.yaml, content: $delete }, { path: absent.yaml, content: $delete }]
    - name: all
      if: always()
      gitops:
        repo: { url: 'file://${repository}' }
        commit: { message: x }
        files: [{ path: '.', content: $delete }]
    - name: outside
      if: always()
      gitops:
        repo: { url: 'file://${repository}' }
        commit: { message: x }
        files: [{ path: '{{.params.outside}}', content: x }]
    - name: hook
      if: always()
      gitops:
        repo: { url: 'file://${repository}' }
        commit: { message: x }
        files: [{ path: '{{.params.hook}}', content: x }]
    - name: linked
      if: always()
      gitops:
        repo: { url: 'file://${repository}' }
        commit: { message: x }
        files: [{ path: link/hooks/pre-commit, content: x }]
    - name: wrong
      if: always()
      gitops:
        repo: { url: 'file://${repository}' }
        commit: { message: x }
        patches: [{ path: app.json, jq: '.replicas | keys' }]
    - name: elsewhere
      if: always()
      gitops: { repo: { url: 'git@example.test:x.git' }, commit: { message: x } }
`,
    })
    const run = await book.start('change')
    await book.ended(run)
    expect((await book.actions(run)).map(({ name, error }) => [name, error])).toEqual([
      ['a', null],
      ['delete', null],
      ['missing', 'The repository has no file absent.yaml to delete.'],
      ['all', 'The path . is the whole repository.'],
      ['outside', 'gitops.files[0].path: must be in the repository, outside .git.'],
      ['hook', 'gitops.files[0].path: must be in the repository, outside .git.'],
      ['linked', 'The path link/hooks/pre-commit is outside the repository.'],
      ['wrong', 'jq .replicas | keys: error (at /dev/stdin:0): number (1) has no keys.'],
      ['elsewhere', 'A repository over SSH needs a connection with a certificate, the private key, or a password.'],
    ])
    expect(JSON.parse((await git('show', 'scale:app.json')).stdout)).toEqual({ replicas: 3 })
    const files = (await git('ls-tree', '-r', '--name-only', 'less')).stdout.trim().split('\n')
    expect(files.filter((name) => name !== 'link')).toEqual(['.gitignore', 'app.json', 'd.yaml', 'logs/kept.log'])
    expect((await git('show', 'less:d.yaml')).stdout).toBe('again')
    expect((await git('show', 'main:d.yaml')).stdout).toBe('*.log\n')
    expect((await git('show', 'scale:notes/why.txt')).stdout).toBe('because 3')
    expect((await git('show', 'scale:.github/ci.yml')).stdout).toBe('on: push')
    expect((await git('log', '-1', '--format=%an %s', 'scale')).stdout).toBe('Ada Scale to 3\n')
  })

  test('http and notification steps send requests, and a webhook starts a playbook', async () => {
    const calls: string[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        calls.push(`${request.method} ${request.url} ${String(request.headers['x-level'] ?? '')} ${body}`)
        response.writeHead(request.url === '/broken' ? 500 : 200).end('answer')
      })
    })
    const port = await listen(server)
    await begin({
      call: `  on: { webhook: { path: deploy/done, authentication: { basic: { username: ci, password: pw } } } }
  actions:
    - name: ask
      http: { url: 'http://127.0.0.1:${port}/{{.request.content.app}}', method: PUT, body: hello, headers: [{ name: x-level, value: '1' }] }
    - { name: tell, notification: { title: Done, message: 'was {{getLastAction.result.Body}}', url: 'http://127.0.0.1:${port}/hook' } }
    - { name: broken, http: { url: 'http://127.0.0.1:${port}/broken' } }
`,
    })
    const { app } = started()
    const hook = { method: 'POST', url: '/api/playbook/webhook/deploy/done', payload: { app: 'web' } } as const
    expect((await app.inject(hook)).statusCode).toBe(401)
    const authorization = `Basic ${Buffer.from('ci:pw').toString('base64')}`
    const response = await app.inject({ ...hook, headers: { authorization } })
    expect(response.statusCode).toBe(201)
    const run = (JSON.parse(response.body) as { run_id: string }).run_id
    await book.ended(run)
    server.close()
    expect(calls).toEqual([
      'PUT /web 1 hello',
      'POST /hook  {"title":"Done","message":"was answer","properties":{}}',
      'GET /broken  ',
    ])
    expect((await book.actions(run)).map(({ name, error, result }) => [name, error, result?.['Code']])).toEqual([
      ['ask', null, 200],
      ['tell', null, undefined],
      ['broken', `http://127.0.0.1:${port}/broken responded with 500.`, 500],
    ])
  })
})
