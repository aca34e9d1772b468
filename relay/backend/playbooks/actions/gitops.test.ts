import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { createActionContext } from '#relay/testing/action-context.ts'
import { createCodeHosts } from '#relay/testing/code-host-server.ts'
import { runGitops } from './gitops.ts'

let folder: string
let port: number
let server: Server
let hosts: ReturnType<typeof createCodeHosts>
let runs: number
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
  hosts = createCodeHosts()
  runs = 0
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
  mkdirSync(join(folder, 'acme/store/_git'), { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--bare', start, join(folder, 'acme/shop.git')])
  symlinkSync(join(folder, 'acme/shop.git'), join(folder, 'acme/store/_git/shop'))
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!hosts.serves(pathname)) return serveGit(request, response, pathname, search.slice(1))
    void hosts.handle(request, response)
    return undefined
  })
  port = await listen(server)
})
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const run = async (
  { path = 'acme/shop.git', ...repo }: { path?: string; [key: string]: unknown },
  more: object = {},
) => {
  const spec = {
    repo: { url: `http://127.0.0.1:${port}/${path}`, ...repo },
    commit: { message: 'Scale' },
    files: [{ path: 'replicas', content: `${runs++}` }],
    ...more,
  }
  return runGitops(
    spec,
    createActionContext(mkdtempSync(join(folder, 'work-')), { password: 'token-1', secrets: ['token-1'] }),
  )
}

test('commits to a repository over http, with the login of its connection', async () => {
  const { result, error } = await run({ connection: 'connection://shop' })
  expect([error, git('show', 'main:replicas'), git('log', '-1', '--format=%s', 'main')]).toEqual([null, '0', 'Scale'])
  expect(JSON.stringify(result)).not.toContain('token-1')
  expect((await run({ username: { value: 'git' }, password: { value: 'wrong-1' } })).error).toMatch(
    /^git clone .*: exit code 128: .*(?:Authentication failed|could not read)/s,
  )
})

const basicToken = `Basic ${Buffer.from(':token-1').toString('base64')}`
const branches = { source_branch: 'scale', target_branch: 'main' }
const text = { title: 'Scale the shop', description: 'Scale' }
const refs = { sourceRefName: 'refs/heads/scale', targetRefName: 'refs/heads/main' }
test.each([
  {
    type: 'github',
    path: 'acme/shop.git',
    link: 'https://shop.test/acme/shop/pull/7',
    requests: [
      'POST /api/v3/repos/acme/shop/pulls Bearer token-1 {"title":"Scale the shop","head":"scale","base":"main","body":"Scale"}',
      'POST /api/v3/repos/acme/shop/issues/7/labels Bearer token-1 {"labels":["scaling","shop"]}',
    ],
  },
  {
    type: 'GitLab',
    path: 'acme/shop.git',
    link: 'https://shop.test/acme/shop/-/merge_requests/7',
    requests: [
      `POST /api/v4/projects/acme%2Fshop/merge_requests Bearer token-1 ${JSON.stringify({ ...branches, ...text, labels: 'scaling,shop' })}`,
    ],
  },
  {
    type: 'azure_devops',
    path: 'acme/store/_git/shop',
    link: '/acme/store/_git/shop/pullrequest/7',
    requests: [
      `POST /acme/store/_apis/git/repositories/shop/pullrequests ${basicToken} ${JSON.stringify({ ...refs, ...text, labels: [{ name: 'scaling' }, { name: 'shop' }] })}`,
    ],
  },
])(
  'opens a pull request with labels at $type, and keeps the one of a branch that is pushed again',
  async ({ type, path, link, requests }) => {
    const repo = { path, connection: 'connection://shop', branch: 'scale', type }
    const links = [expect.stringMatching(new RegExp(`${link}$`))]
    const first = await run(repo, { pr: { title: 'Scale the shop', tags: ['scaling', 'shop'] } })
    expect(first).toMatchObject({ result: { links }, error: null })
    expect(hosts.requests).toEqual(requests)
    expect(git('show', 'scale:replicas')).toBe('0')
    const again = await run({ ...repo, force: true }, { pr: { title: 'again', tags: ['urgent'] } })
    expect(again).toMatchObject({ result: { links }, error: null })
    expect(git('show', 'scale:replicas')).toBe('1')
    expect(hosts.open).toEqual([
      { number: 7, source: 'scale', target: 'main', title: 'Scale the shop', labels: ['scaling', 'shop', 'urgent'] },
    ])
  },
)

test.each([
  [
    { branch: 'a' },
    'Pull requests are opened for repositories of GitHub, GitLab and Azure DevOps: set repo.type to github, gitlab or azure, or remove pr from the step.',
  ],
  [{ type: 'github' }, 'A pull request needs repo.branch, a branch other than repo.base.'],
  [
    { url: 'git://git.acme.test/shop.git' },
    'The repository must begin with https://, http://, ssh://, git@host:, file:// or /.',
  ],
  [
    { url: 'git@github.com:acme/shop.git' },
    'The host github.com is not known. Set knownHosts of the connection to the output of: ssh-keyscan github.com.',
  ],
])('pushes nothing where no pull request can be opened: %j', async (repo, message) => {
  const { error } = await run({ connection: 'connection://shop', ...repo }, { pr: { title: 'x' } })
  expect([error, git('branch', '--list').replace('* ', '')]).toEqual([message, 'main'])
})
