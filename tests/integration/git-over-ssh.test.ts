import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { checkOut } from '#relay/backend/clients/git/git-checkout.ts'
import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { runGitops } from '#relay/backend/playbooks/actions/gitops.ts'
import { makeFolderIn, noSandbox } from '#relay/backend/process/sandbox.ts'
import { git as gitKind } from '#relay/backend/scrapers/kinds/git.ts'
import type { ScrapeContext } from '#relay/backend/scrapers/scraper-kind.ts'
import { createActionContext } from '#relay/testing/action-context.ts'
import { startSsh } from '#relay/testing/ssh-server.ts'
import { startSshd, type Sshd } from '#tests/fixtures/sshd.ts'

const passphrase = 'open-sesame-1'
let server: Sshd
let folder: string
/** Folders for programs, in which private keys are written. */
let programs: string
let url: string
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', join(folder, 'shop.git'), ...args], { encoding: 'utf8' }).trim()

beforeAll(async () => {
  server = await startSshd(passphrase)
})
afterAll(() => server.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-over-ssh-'))
  programs = mkdtempSync(join(folder, 'programs-'))
  const start = join(folder, 'start')
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@b.test']
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', start])
  execFileSync('git', ['-C', start, ...author, 'commit', '--quiet', '--allow-empty', '-m', 'start'])
  execFileSync('git', ['clone', '--quiet', '--bare', start, join(folder, 'shop.git')])
  url = `ssh://${server.username}@127.0.0.1:${server.port}${folder}/shop.git`
  return () => rmSync(folder, { recursive: true })
})

const signIn = (more: Partial<ClientConnection> = {}): Partial<ClientConnection> => ({
  certificate: server.key,
  properties: { knownHosts: server.knownHosts },
  ...more,
})
const createContext = (connection: Partial<ClientConnection>) => {
  const sandbox = { ...noSandbox, makeFolder: makeFolderIn(programs) }
  return createActionContext(mkdtempSync(join(folder, 'work-')), connection, { sandbox })
}
const commit = (connection: Partial<ClientConnection>, repo: object = {}) =>
  runGitops(
    {
      repo: { url, connection: 'connection://shop', ...repo },
      commit: { message: 'Scale' },
      files: [{ path: 'replicas', content: '2' }],
    },
    createContext(connection),
  )

test('a gitops step commits with the key of its connection, which is removed afterwards', async () => {
  const { error, result } = await commit(signIn())
  expect([error, git('show', 'main:replicas')]).toEqual([null, '2'])
  expect(JSON.stringify(result)).not.toMatch(/PRIVATE KEY|StrictHost/)
  expect(readdirSync(programs)).toEqual([])
})

test('a key without its last line break, with the line breaks of Windows, and one with a passphrase sign in', async () => {
  const windows = server.key.trim().replaceAll('\n', '\r\n')
  expect((await commit(signIn({ certificate: windows }))).error).toBeNull()
  const locked = { certificate: server.keyWithPassphrase, password: passphrase }
  expect((await commit(signIn(locked), { branch: 'a' })).error).toBeNull()
  expect((await commit(signIn({ ...locked, password: 'wrong-1' }), { branch: 'b' })).error).toMatch(/Permission denied/)
})

test('another key, another host key and an unknown host are rejected; the address alone names no user', async () => {
  expect((await commit(signIn({ certificate: server.strangeKey }))).error).toMatch(/^git clone .*Permission denied/s)
  const { knownHosts } = server
  const other = `${knownHosts.split(' ').slice(0, 2).join(' ')} ${'A'.repeat(68)}`
  expect((await commit(signIn({ properties: { knownHosts: other } }))).error).toMatch(/Host key verification failed/)
  const unknown = `The host 127.0.0.1 is not known. Set knownHosts of the connection to the output of: ssh-keyscan -p ${server.port} 127.0.0.1.`
  expect((await commit(signIn({ properties: {} }))).error).toBe(unknown)
  expect((await commit(signIn({ properties: {}, insecureTls: true }))).error).toBeNull()
  const written = { url: url.replace(`${server.username}@`, ''), branch: 'a' }
  expect((await commit(signIn({ username: server.username }), written)).error).toBeNull()
  const oneLine = `# host ${knownHosts.trim()} ${knownHosts.replace('127.0.0.1', 'other.test').trim()}`
  expect((await commit(signIn({ properties: { knownHosts: oneLine } }), { branch: 'b' })).error).toBeNull()
  expect(readdirSync(programs)).toEqual([])
})

test('a password signs in where there is no key', async () => {
  const passwords = await startSsh({ password: 'right-1' })
  const address = `ssh://git@127.0.0.1:${passwords.port}${folder}/shop.git`
  const context = createContext({ password: 'right-1', insecureTls: true })
  const run = createClientRun(context, context.signal)
  const clone = mkdtempSync(join(folder, 'clone-'))
  expect(await checkOut({ url: address, connection: 'connection://shop' }, clone, run)).toBe(clone)
  expect(readdirSync(clone)).toEqual(['.git'])
  expect(readdirSync(programs)).toEqual([])
  await passwords.close()
})

const check = (spec: object, connection = signIn()) =>
  runCheckType('gitProtocol', { repository: url, connection: 'connection://shop', ...spec }, createContext(connection))

test('a gitProtocol check lists branches over SSH', async () => {
  const head = git('rev-parse', 'main')
  expect(await check({})).toMatchObject({
    pass: true,
    message: '2 branches and tags',
    details: { head, count: 2, refs: [{ name: 'HEAD' }, { name: 'refs/heads/main', commit: head }] },
  })
  expect(await check({}, signIn({ certificate: server.strangeKey }))).toMatchObject({
    pass: false,
    message: expect.stringMatching(/ls-remote: .*Permission denied/s) as string,
  })
  expect(readdirSync(programs)).toEqual([])
})

test('a gitProtocol check with a filename writes the file into the repository', async () => {
  const result = await check({ filename: 'checks/write.txt' })
  const pushed = git('rev-parse', 'main')
  expect(result).toMatchObject({
    pass: true,
    message: `checks/write.txt pushed as ${pushed.slice(0, 12)}`,
    details: { pushed },
  })
  expect(Date.parse(git('show', 'main:checks/write.txt'))).not.toBeNaN()
  execFileSync('sh', ['-c', 'printf "#!/bin/sh\\nexit 1\\n" > hooks/pre-receive; chmod +x hooks/pre-receive'], {
    cwd: join(folder, 'shop.git'),
  })
  expect(await check({ filename: 'checks/write.txt' })).toMatchObject({
    pass: false,
    message: expect.stringMatching(/git push: .*pre-receive hook declined/s) as string,
  })
  expect(readdirSync(programs)).toEqual([])
})

test('a git scraper reads a repository over SSH', async () => {
  const context = createContext(signIn())
  const run = createClientRun(context, context.signal)
  const items = []
  const scraped = gitKind.scrape({ url, connection: 'connection://shop' }, run as unknown as ScrapeContext)
  for await (const item of scraped) items.push(item)
  expect(items).toMatchObject([
    { config: { defaultBranch: 'main' }, known: { changes: [{ summary: 'start' }] } },
    { config: { name: 'main' } },
  ])
})
