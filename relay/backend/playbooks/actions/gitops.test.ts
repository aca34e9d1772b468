import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noSandbox } from '#relay/backend/process/sandbox.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import type { ActionContext } from './action-context.ts'
import { runGitops } from './gitops.ts'

let folder: string
let server: Server
let asked: string[]
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', join(folder, 'acme/shop.git'), ...args], { encoding: 'utf8' }).trim()

/** Git's own server, behind a login. */
const serveGit = (request: IncomingMessage, response: ServerResponse, path: string, query: string): void => {
  if (request.headers.authorization !== `Basic ${Buffer.from('git:token-1').toString('base64')}`) {
    response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    return
  }
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'git',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
  })
  request.pipe(backend.stdin)
  const chunks: Buffer[] = []
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  backend.stdout.once('end', () => {
    const answer = Buffer.concat(chunks)
    const end = answer.indexOf('\r\n\r\n')
    const head = answer.subarray(0, end).toString().split('\r\n')
    const headers = head.map((line) => line.split(': ') as [string, string])
    const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? '200')
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
    response.end(answer.subarray(end + 4))
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gitops-'))
  asked = []
  const start = join(folder, 'start')
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', start])
  execFileSync('git', [
    '-C',
    start,
    '-c',
    'user.name=a',
    '-c',
    'user.email=a@b.test',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'start',
  ])
  mkdirSync(join(folder, 'acme'))
  execFileSync('git', ['clone', '--quiet', '--bare', start, join(folder, 'acme/shop.git')])
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!pathname.startsWith('/api/')) return serveGit(request, response, pathname, search.slice(1))
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push(`${request.method} ${pathname}${search} ${String(request.headers.authorization)} ${body}`)
      const isKnown = asked.filter((each) => each.startsWith('POST /api/v3/repos/acme/shop/pulls')).length > 1
      const found = { number: 7, html_url: 'https://shop.test/acme/shop/pull/7' }
      const [code, json] = pathname.endsWith('/labels')
        ? [200, []]
        : request.method === 'GET'
          ? [200, [found]]
          : isKnown
            ? [422, { message: 'A pull request already exists' }]
            : [201, found]
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    })
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const createContext = (workDir: string, mask = new Mask()): ActionContext => ({
  runId: 'r',
  actionId: 'a',
  signal: new AbortController().signal,
  timeoutMs: 30_000,
  env: {},
  variables: {},
  values: [],
  mask,
  sandbox: noSandbox,
  workDir,
  resolveSecret: async (source) =>
    typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : String(source),
  resolveConnection: async () => ({
    url: '',
    username: '',
    password: 'token-1',
    insecureTls: false,
    properties: {},
    secrets: ['token-1'],
  }),
  output: () => {
    throw new Error('has no output')
  },
  keepFile: async () => undefined,
  keepOutput: async () => undefined,
})

const run = async (repo: object, more: object = {}) => {
  const { port } = server.address() as AddressInfo
  const spec = {
    repo: { url: `http://127.0.0.1:${port}/acme/shop.git`, ...repo },
    commit: { message: 'Scale' },
    files: [{ path: 'replicas', content: `${asked.length}` }],
    ...more,
  }
  return runGitops(spec, createContext(mkdtempSync(join(folder, 'work-'))))
}

test('commits to a repository over http, with the login of its connection', async () => {
  const { result, error } = await run({ connection: 'connection://shop' })
  expect([error, git('show', 'main:replicas'), git('log', '-1', '--format=%s', 'main')]).toEqual([null, '0', 'Scale'])
  expect(JSON.stringify(result)).not.toContain('token-1')
  expect((await run({ username: { value: 'git' }, password: { value: 'wrong-1' } })).error).toMatch(
    /^git clone .*: exit code 128: .*(?:Authentication failed|could not read)/s,
  )
})

test('opens a pull request with labels, and keeps the one of a branch that is pushed again', async () => {
  const repo = { connection: 'connection://shop', branch: 'scale', type: 'github' }
  const pr = { title: 'Scale the shop', tags: ['scaling'] }
  const link = 'https://shop.test/acme/shop/pull/7'
  expect(await run(repo, { pr })).toMatchObject({ result: { links: [link] }, error: null })
  expect(asked).toEqual([
    'POST /api/v3/repos/acme/shop/pulls Bearer token-1 {"title":"Scale the shop","head":"scale","base":"main","body":"Scale"}',
    'POST /api/v3/repos/acme/shop/issues/7/labels Bearer token-1 {"labels":["scaling"]}',
  ])
  expect(git('show', 'scale:replicas')).toBe('0')
  expect(await run({ ...repo, force: true }, { pr: { title: 'again' } })).toMatchObject({
    result: { links: [link] },
    error: null,
  })
  expect(git('show', 'scale:replicas')).toBe('2')
})

test.each([
  [
    { branch: 'a' },
    'Pull requests are opened for repositories of GitHub only: set repo.type to github, or remove pr from the step.',
  ],
  [{ type: 'github' }, 'A pull request needs repo.branch, a branch other than repo.base.'],
  [
    { url: 'git@github.com:acme/shop.git' },
    'The repository must begin with https://, http://, file:// or /. SSH is not supported.',
  ],
])('pushes nothing where no pull request can be opened: %j', async (repo, message) => {
  const { error } = await run({ connection: 'connection://shop', ...repo }, { pr: { title: 'x' } })
  expect([error, git('branch', '--list').replace('* ', '')]).toEqual([message, 'main'])
})
