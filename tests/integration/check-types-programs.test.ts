import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changesExec } from '#shared/access/exec-parts.ts'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { standIns } from '#tests/fixtures/stand-in.ts'

const path = process.env['PATH'] ?? ''
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'programs-'))
  process.env['PATH'] = `${folder}:/usr/bin:/bin`
})
afterEach(async () => {
  process.env['PATH'] = path
  await rm(folder, { recursive: true, force: true })
})

const install = async (name: string, script: string) => {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, name), 0o755)
}
const hanging = 'exec sleep 60'
const noResponse = { pass: false, message: 'No response within 500 ms.' }

describe('the GitHub check', () => {
  const spec = { query: 'select name from github_my_repository', githubToken: { value: 'ghp_word' } }

  test('returns the rows of its query, without its token', async () => {
    await install('steampipe', `printf '{"rows":[{"name":"shop","args":"%s","token":"%s"}]}' "$*" "$GITHUB_TOKEN"`)
    expect(await runCheckType('github', spec)).toMatchObject({
      pass: true,
      message: '1 row',
      details: {
        count: 1,
        results: [{ name: 'shop', args: 'query --output json -- select name from github_my_repository', token: '***' }],
      },
    })
  })

  test('reports a failed query, no program, no token, another output and a timeout', async () => {
    expect(await runCheckType('github', spec)).toMatchObject({
      pass: false,
      message: 'steampipe is not installed on this machine; with its GitHub plugin, this check requires it.',
    })
    await install('steampipe', 'echo "401 Bad credentials for $GITHUB_TOKEN" >&2; exit 41')
    expect(await runCheckType('github', spec)).toMatchObject({
      message: 'steampipe: exit code 41: 401 Bad credentials for ***',
    })
    await install('steampipe', 'echo no json')
    expect(await runCheckType('github', spec)).toMatchObject({ message: 'steampipe did not return rows as JSON.' })
    await install('steampipe', hanging)
    expect(await runCheckType('github', spec, { timeoutMs: 500 })).toMatchObject(noResponse)
    expect(await runCheckType('github', { query: 'select 1' })).toMatchObject({
      message: 'GitHub needs a token: set githubToken, or connection.',
    })
    expect(await listSpecErrors('github', { query: '--help' })).toEqual(['query: must be a SQL query'])
  })
})

const snapshots = (ageHours: number) =>
  JSON.stringify([{ time: new Date(Date.now() - ageHours * 3_600_000).toISOString(), short_id: 'a1' }])

describe('the restic check', () => {
  const spec = {
    repository: 'rest:http://backup.example.test/shop',
    password: { value: 'word-of-restic' },
    maxAge: '24h',
  }

  test('judges the age of the newest snapshot and the integrity of the repository', async () => {
    await install(
      'restic',
      `test "$RESTIC_PASSWORD" = word-of-restic || exit 12\ntest "$1" = snapshots && echo '${snapshots(5)}'`,
    )
    expect(await runCheckType('restic', spec)).toMatchObject({ pass: true, message: 'The last snapshot is 5h old' })
    expect(await runCheckType('restic', { ...spec, maxAge: '4h' })).toMatchObject({
      pass: false,
      message: 'The last snapshot is 5h old, expected at most 4h.',
    })
    expect(await runCheckType('restic', { ...spec, checkIntegrity: true })).toMatchObject({
      pass: false,
      message: 'restic check: exit code 1',
    })
  })

  test('reports an empty repository, a wrong password, no program and a timeout', async () => {
    const withPrograms = process.env['PATH']
    process.env['PATH'] = folder
    expect(await runCheckType('restic', spec)).toMatchObject({
      message: 'restic is not installed on this machine; this check requires it.',
    })
    process.env['PATH'] = withPrograms
    await install('restic', 'echo null')
    expect(await runCheckType('restic', spec)).toMatchObject({
      pass: false,
      message: 'The repository has no snapshots.',
    })
    await install('restic', 'echo "wrong password $RESTIC_PASSWORD or no key found" >&2; exit 12')
    expect(await runCheckType('restic', spec)).toMatchObject({
      message: 'restic snapshots: exit code 12: wrong password *** or no key found',
    })
    await install('restic', hanging)
    expect(await runCheckType('restic', spec, { timeoutMs: 500 })).toMatchObject(noResponse)
    expect(await listSpecErrors('restic', { maxAge: 'old' })).toEqual(['maxAge: must be an age such as 90m, 12h or 7d'])
  })
})

describe('the JMeter check', () => {
  const head = 'timeStamp,elapsed,label,responseCode,success,failureMessage'
  const plan = (...lines: readonly string[]) =>
    install(
      'jmeter',
      `while [ "$1" != -l ]; do [ "$1" = -t ] && grep -q '<plan/>' "$2" || true; shift; done\nprintf '${[head, ...lines].join(String.raw`\n`)}\\n' > "$2"`,
    )
  const spec = { jmx: { value: '<plan/>' }, host: 'shop.example.test', port: 443 }

  test('runs its plan, and fails with failed samples or above its duration', async () => {
    await plan('1,40,home,200,true,', '2,60,basket,200,true,')
    expect(await runCheckType('jmeter', spec)).toMatchObject({ pass: true, details: { count: 2 } })
    expect(await runCheckType('jmeter', { ...spec, responseDuration: '50ms' })).toMatchObject({
      pass: false,
      message: 'The samples took 100ms, expected at most 50ms.',
    })
    await plan('1,40,home,500,false,too slow')
    expect(await runCheckType('jmeter', spec)).toMatchObject({
      pass: false,
      message: '1 of 1 samples failed: home 500 too slow.',
    })
  })

  test('reports no program, a failed run, no samples and a timeout', async () => {
    expect(await runCheckType('jmeter', spec)).toMatchObject({
      message: 'jmeter is not installed on this machine; this check requires it.',
    })
    await install('jmeter', 'echo "Error in plan" >&2; exit 1')
    expect(await runCheckType('jmeter', spec)).toMatchObject({ message: 'jmeter: exit code 1: Error in plan' })
    await plan()
    expect(await runCheckType('jmeter', spec)).toMatchObject({ pass: false, message: 'The plan ran no samples.' })
    await install('jmeter', hanging)
    expect(await runCheckType('jmeter', spec, { timeoutMs: 500 })).toMatchObject(noResponse)
    expect(await listSpecErrors('jmeter', { jmx: 'x', properties: ['-e'] })).toEqual([
      'properties[0]: must be name=value',
    ])
  })
})

const versionLine = (at: number) =>
  `  - { name: web, version: "1.${at}", digest: ${'a'.repeat(64)}, created: 2026-11-01 }\n`

describe('the Helm check', () => {
  const services = standIns()
  const auth = { username: 'ann', password: { value: 'word-of-harbor' } }
  const start = async (body: string | undefined) => {
    const { url } = await services.start(({ path: requested, headers }) => {
      if (headers.authorization !== `Basic ${Buffer.from('ann:word-of-harbor').toString('base64')}`)
        return { code: 401, body: '' }
      if (requested !== '/chartrepo/shop/index.yaml') return { code: 404, body: '' }
      return body === undefined ? undefined : { body }
    })
    return { chartmuseum: url, project: 'shop', auth }
  }

  test('reads the index of its repository, without its password', async () => {
    const spec = await start('entries:\n  web: [{ version: 1.2.0 }]\n  word-of-harbor: [{ version: "1" }]\n')
    expect(await runCheckType('helm', spec)).toMatchObject({
      pass: true,
      message: '2 charts',
      details: { results: [{ name: 'web', version: '1.2.0' }, { name: '***' }] },
    })
    expect(await runCheckType('helm', { ...spec, auth: { ...auth, username: 'bob' } })).toMatchObject({
      pass: false,
      message: 'Cannot read the index: the server responded with 401.',
    })
  })

  test('does not block the relay while it reads a large index', async () => {
    const versions = Array.from({ length: 5_000 }, (_, at) => versionLine(at)).join('')
    const spec = await start(`entries:\n  web:\n${versions}`)
    const delay = monitorEventLoopDelay({ resolution: 10 })
    const started = performance.now()
    delay.enable()
    expect(await runCheckType('helm', spec)).toMatchObject({
      pass: true,
      details: { results: [{ name: 'web', version: '1.0' }] },
    })
    // The delay is measured in the next turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 1))
    delay.disable()
    expect(delay.max / 1e6).toBeLessThan((performance.now() - started) / 2)
  })

  test('reports an empty repository, another document and a timeout', async () => {
    expect(await runCheckType('helm', await start('entries: {}'))).toMatchObject({
      message: 'The repository has no charts.',
    })
    expect(await runCheckType('helm', await start('<html>'))).toMatchObject({
      message: 'Not the index of a chart repository.',
    })
    expect(await runCheckType('helm', await start(undefined), { timeoutMs: 500 })).toMatchObject(noResponse)
  })
})

const changes = (spec: object) => changesExec('canaries', undefined, spec)

test('documents with these programs, or with the cluster of the relay, need write on exec', () => {
  expect(changes({ jmeter: [{ jmx: 'x' }] })).toBe(true)
  expect(changes({ restic: [{ repository: 'x' }] })).toBe(true)
  expect(changes({ github: [{ query: 'x' }] })).toBe(true)
  expect(changes({ kubernetes: [{ kind: 'Pod' }] })).toBe(true)
  expect(changes({ kubernetes: [{ kind: 'Pod', connection: 'connection://c' }, { kubeconfig: { value: 'x' } }] })).toBe(
    false,
  )
  expect(changes({ http: [{ url: 'http://a' }], exec: [] })).toBe(false)
  expect(changesExec('topologies', undefined, { components: [{ labels: { github: 'shop' } }] })).toBe(false)
  expect(changesExec('topologies', undefined, { components: [{ lookup: { kubernetes: [{ kind: 'Pod' }] } }] })).toBe(
    true,
  )
})
