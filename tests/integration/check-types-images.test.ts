import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changesExec } from '#shared/access/exec-parts.ts'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'

const path = process.env['PATH'] ?? ''
let folder = ''
let engine: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  process.env['PATH'] = `${folder}:/usr/bin:/bin`
})
afterEach(async () => {
  process.env['PATH'] = path
  engine?.closeAllConnections()
  await new Promise<void>((resolve) => (engine === undefined ? resolve() : engine.close(() => resolve())))
  engine = undefined
  await rm(folder, { recursive: true, force: true })
})

const digest = `sha256:${'a'.repeat(64)}`
const inspected = {
  Id: `sha256:${'b'.repeat(64)}`,
  RepoDigests: [`registry.example.test/shop/web@${digest}`],
  Size: 1_234,
}
const image = 'registry.example.test:5000/shop/web:1.2'
const login = { username: { value: 'ann' }, password: { value: 'word-of-the-registry' } }

interface Received {
  readonly url: string
  readonly auth: unknown
}

/** The progress of a transfer, as the API of the Docker engine streams it. */
const startEngine = async (progress: readonly object[], more?: RequestListener): Promise<readonly Received[]> => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    const auth = headers['x-registry-auth']
    received.push({
      url,
      auth: typeof auth === 'string' ? JSON.parse(Buffer.from(auth, 'base64url').toString()) : null,
    })
    if (more !== undefined) more(request, response)
    else if (url.endsWith('/json')) response.end(JSON.stringify(inspected))
    else response.end(progress.map((line) => `${JSON.stringify(line)}\r\n`).join(''))
  })
  engine = server
  await new Promise<void>((resolve) => server.listen(join(folder, 'docker.sock'), resolve))
  return received
}
const host = () => `unix://${join(folder, 'docker.sock')}`

describe('the Docker checks', () => {
  test('pull an image with the login of its registry, and compare digest and size', async () => {
    const received = await startEngine([{ status: 'Pulling' }, { status: 'Done', echo: 'word-of-the-registry' }])
    const spec = { image, host: host(), ...login }
    expect(await runCheckType('docker', { ...spec, expectedDigest: digest, expectedSize: 1_234 })).toEqual({
      pass: true,
      message: `${image} has 1.2K`,
      details: { image, id: inspected.Id, digests: [digest], size: 1_234 },
    })
    expect(received).toEqual([
      {
        url: '/images/create?fromImage=registry.example.test%3A5000%2Fshop%2Fweb&tag=1.2',
        auth: { username: 'ann', password: 'word-of-the-registry', serveraddress: 'registry.example.test:5000' },
      },
      { url: `/images/${image}/json`, auth: null },
    ])
    expect(await runCheckType('dockerPull', { ...spec, expectedDigest: 'sha256:c' })).toMatchObject({
      pass: false,
      message: `Expected the digest sha256:c, got ${digest}.`,
    })
    expect(await runCheckType('docker', { ...spec, expectedSize: 1 })).toMatchObject({
      pass: false,
      message: 'Expected 1 bytes, got 1234.',
    })
  })

  test('push an image, and report the error that ends the progress', async () => {
    await startEngine([{ status: 'Pushing' }, { aux: { Tag: '1.2', Digest: digest } }])
    expect(await runCheckType('dockerPush', { image, host: host() })).toMatchObject({
      pass: true,
      message: `${image} was pushed as ${digest}`,
    })
    engine?.closeAllConnections()
    await new Promise((resolve) => engine?.close(resolve))
    await startEngine([{ status: 'Pushing' }, { error: 'denied: word-of-the-registry is wrong', errorDetail: {} }])
    expect(await runCheckType('dockerPush', { image, host: host(), auth: login })).toMatchObject({
      pass: false,
      message: 'denied: *** is wrong.',
    })
  })

  test('report an error of the engine, a cut progress, no engine and a timeout', async () => {
    await startEngine([], (request, response) => {
      if (request.url?.includes('fromImage=missing') === true)
        response.writeHead(404).end('{"message":"pull access denied for missing"}')
      else if (request.url?.includes('fromImage=cut') === true)
        response.write('{"status":"Pulling"}\n', () => response.destroy())
    })
    expect(await runCheckType('docker', { image: 'missing', host: host() })).toMatchObject({
      pass: false,
      message: 'The Docker engine returned 404: pull access denied for missing.',
    })
    expect(await runCheckType('docker', { image: 'cut', host: host() })).toMatchObject({
      pass: false,
      message: 'cut: The server closed the connection before the response was complete.',
    })
    expect(await runCheckType('docker', { image: 'hanging', host: host() }, { timeoutMs: 300 })).toMatchObject({
      message: 'No response within 300 ms.',
    })
    expect(await runCheckType('docker', { image: 'a', host: `unix://${folder}/none.sock` })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/Needs a Docker engine: give the relay access to .*, or set host to/) as string,
    })
    expect(await listSpecErrors('docker', { image: '--help' })).toEqual([
      'image: must be the name of an image such as registry.example.org/shop/web:1.2',
    ])
  })
})

const install = async (script: string) => {
  await writeFile(join(folder, 'nerdctl'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'nerdctl'), 0o755)
}

describe('the containerd checks', () => {
  test('pull through nerdctl with the login of the registry in a file, and compare', async () => {
    await install(
      `case "$*" in *word*) exit 9;; *inspect*) echo '${JSON.stringify([inspected])}';; *) grep -q '"registry.example.test:5000":{"auth":"${Buffer.from('ann:word-of-the-registry').toString('base64')}"}' "$DOCKER_CONFIG/config.json";; esac`,
    )
    const spec = { image, ...login, address: '/run/containerd/containerd.sock', namespaceName: 'shop' }
    expect(await runCheckType('containerd', { ...spec, expectedDigest: digest })).toMatchObject({
      pass: true,
      message: `${image} has 1.2K`,
    })
    expect(await runCheckType('containerdPull', { ...spec, expectedSize: 5 })).toMatchObject({ pass: false })
    expect(await runCheckType('containerdPull', { image })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/^nerdctl pull: exit code 2/) as string,
    })
  })

  test('push, and report a failure, no program and a timeout', async () => {
    expect(await runCheckType('containerdPush', { image })).toMatchObject({
      message: 'nerdctl is not installed on this machine; this check requires it.',
    })
    await install('exit 0')
    expect(await runCheckType('containerdPush', { image })).toMatchObject({ pass: true })
    await install('echo denied >&2; exit 1')
    expect(await runCheckType('containerdPush', { image })).toMatchObject({
      message: 'nerdctl push: exit code 1: denied',
    })
    await install('exec sleep 60')
    expect(await runCheckType('containerdPush', { image }, { timeoutMs: 500 })).toMatchObject({
      message: 'No response within 500 ms.',
    })
  })
})

test.each(['docker', 'dockerPull', 'dockerPush', 'containerd', 'containerdPull', 'containerdPush'])(
  'a %s check requires the permission to run programs',
  (kind) => {
    expect(changesExec('canaries', {}, { [kind]: [{ name: 'a', image: 'b' }] })).toBe(true)
  },
)
