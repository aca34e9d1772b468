import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeKeys, startSsh } from '#relay/testing/ssh-server.ts'
import { connectionProbes } from '#relay/backend/connections/probes/ask.ts'
import { testConnection } from '#relay/backend/connections/probes/test-connection.ts'
import { startKubernetesApi } from '#tests/fixtures/kubernetes-api.ts'
import { startS3 } from '#tests/fixtures/s3-api.ts'

const run = promisify(execFile)
const open: { close(): Promise<void> }[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close()))))
const using = async (starting: Promise<{ readonly port: number; close(): Promise<void> }>): Promise<number> => {
  const server = await starting
  open.push(server)
  return server.port
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connections-'))
  const git = (...args: readonly string[]) =>
    run('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args])
  await git('init', '-q', '-b', 'main')
  await git('commit', '-q', '--allow-empty', '-m', 'first')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Fields {
  readonly url?: string
  readonly username?: string
  readonly password?: string
  readonly certificate?: string
  readonly properties?: Readonly<Record<string, string>>
}

const tested = async (type: string, fields: Fields) => {
  const probe = connectionProbes[type]
  if (probe === undefined) throw new Error(`${type} cannot be tested`)
  const connection = { url: '', username: '', password: '', insecureTls: false, properties: {}, secrets: [], ...fields }
  const steps = await testConnection({
    reference: 'connection://tested',
    probe,
    resolveConnection: async () => connection,
    resolveSecret: async () => '',
    sandbox: undefined,
    signal: new AbortController().signal,
    timeoutMs: 5_000,
  })
  const last = steps.at(-1)
  return { names: steps.map(({ name }) => name), ok: last?.ok, said: last?.said ?? '' }
}
const authenticationFailed = 'Authentication failed: wrong user name, password or key.'

test('an SFTP server: right and wrong password, and its host key', async () => {
  const port = String(await using(startSsh({ password: 'right' })))
  const server = { url: '127.0.0.1', username: 'ann', properties: { port } }
  const right = await tested('sftp', { ...server, password: 'right' })
  expect(right).toMatchObject({ ok: true, names: ['Read', 'Connected', 'Answered'] })
  expect(right.said).toMatch(/^2 files and folders, host key SHA256:[\w+/]{43}$/)
  expect(await tested('sftp', { ...server, password: 'wr0ng' })).toMatchObject({
    ok: false,
    said: authenticationFailed,
  })
})

test('a repository over SSH, by password and by key, in both address formats', async () => {
  const keys = makeKeys()
  const port = await using(startSsh({ password: 'right', publicKey: keys.public }))
  const url = `ssh://git@127.0.0.1:${port}${folder}`
  const right = { ok: true, said: expect.stringMatching(/^2 branches and tags, host key SHA256:/) as string }
  expect(await tested('git', { url, password: 'right' })).toMatchObject(right)
  expect(await tested('git', { url, certificate: keys.private })).toMatchObject(right)
  expect(await tested('git', { url, certificate: makeKeys().private })).toMatchObject({
    ok: false,
    said: authenticationFailed,
  })
  expect(await tested('git', { url, certificate: 'no key' })).toMatchObject({
    ok: false,
    said: 'The key cannot be read: it is not a private key, or its password is wrong.',
  })
  const nowhere = await tested('git', { url: `${url}/nowhere`, password: 'right' })
  expect(nowhere).toMatchObject({
    ok: false,
    said: expect.stringContaining('does not appear to be a git repository') as string,
  })
  expect(await tested('git', { url: 'git@nowhere.invalid:team/shop.git', password: 'x' })).toMatchObject({
    names: ['Read', 'Name resolved'],
    said: 'The host name "nowhere.invalid" does not exist.',
  })
})

test('an S3-compatible store checks the signature', async () => {
  const key = { accessKey: 'AKIDEXAMPLE', secretKey: 'a-s3cret-key' }
  const url = `http://127.0.0.1:${await using(startS3(key))}`
  const bucket = {
    url,
    username: key.accessKey,
    password: key.secretKey,
    properties: { bucket: 'shop', region: 'eu-central-1' },
  }
  expect(await tested('s3', bucket)).toMatchObject({ ok: true, said: 'The bucket can be listed' })
  expect(await tested('s3', { ...bucket, password: 'wr0ng' })).toMatchObject({
    ok: false,
    said: 'The secret key is wrong.',
  })
  expect(await tested('s3', { ...bucket, username: 'AKIDOTHER' })).toMatchObject({
    said: 'Unknown access key.',
  })
  expect(await tested('s3', { ...bucket, properties: { bucket: 'none' } })).toMatchObject({
    said: 'The bucket does not exist.',
  })
  expect(await tested('s3', { ...bucket, properties: {} })).toMatchObject({ said: 'The connection has no bucket.' })
  expect(await tested('s3', { ...bucket, password: '' })).toMatchObject({
    said: 'Access key and secret key are required.',
  })
  expect(await tested('aws', bucket)).toMatchObject({ ok: true, said: 'Key of arn:aws:iam::1:user/ann' })
  expect(await tested('aws', { ...bucket, password: 'wr0ng' })).toMatchObject({ ok: false })
})

const kubeconfig = (server: string, token: string) =>
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })

test('a cluster reports its version, and rejects a wrong token', async () => {
  const cluster = await startKubernetesApi('right-t0ken')
  open.push({ close: async () => cluster.stop() })
  expect(await tested('kubernetes', { certificate: kubeconfig(cluster.at, 'right-t0ken') })).toMatchObject({
    ok: true,
    names: ['Read', 'Connected', 'Answered'],
    said: 'Kubernetes v1.33.0, namespaces can be listed',
  })
  const rejected = await tested('kubernetes', { certificate: kubeconfig(cluster.at, 'wr0ng-t0ken') })
  expect(rejected).toMatchObject({
    ok: false,
    said: expect.stringContaining('Authentication failed (401)') as string,
  })
  expect(rejected.said).not.toContain('wr0ng')
  expect(await tested('kubernetes', {})).toMatchObject({
    said: 'The connection has no kubeconfig, and the relay does not run in a pod.',
  })
})
