import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startOpenLdap, type OpenLdap } from '#tests/fixtures/openldap.ts'

const run = promisify(execFile)
const word = 'word-of-the-server'

describe('the LDAP check of an OpenLDAP server', () => {
  let server: OpenLdap
  beforeAll(async () => {
    server = await startOpenLdap(word)
  })
  afterAll(async () => server.stop())
  const check = async (spec: object = {}) =>
    runCheckType('ldap', {
      url: `ldap://127.0.0.1:${server.port}`,
      bindDN: 'dc=shop,dc=test',
      username: server.administrator,
      password: { value: word },
      ...spec,
    })

  test('authenticates and searches', async () => {
    expect(await check({ userSearch: '(objectClass=person)' })).toMatchObject({
      pass: true,
      message: '2 entries found',
      details: { entries: ['cn=ann,dc=shop,dc=test', 'cn=bob,dc=shop,dc=test'] },
    })
    expect(await check({ userSearch: '(cn=eve)' })).toMatchObject({
      pass: false,
      message: 'Expected (cn=eve) to find an entry below dc=shop,dc=test, but it found none.',
    })
  })

  test('passes in a directory with more entries than a search returns', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `person-${at}`)
    const large = await startOpenLdap(word, names)
    try {
      expect(await check({ url: `ldap://127.0.0.1:${large.port}` })).toMatchObject({
        pass: true,
        details: { count: 100 },
      })
    } finally {
      await large.stop()
    }
  })

  test('reports a wrong password, a missing entry and an invalid filter', async () => {
    expect(await check({ password: { value: 'other' } })).toMatchObject({
      pass: false,
      message: 'Authentication failed: wrong user name or password.',
    })
    expect(await check({ bindDN: 'cn=none,dc=shop,dc=test' })).toMatchObject({
      pass: false,
      message: 'The entry to search from does not exist.',
    })
    expect(await check({ userSearch: '(cn=' })).toMatchObject({ pass: false })
  })
})

describe('the restic check of a repository', () => {
  let folder: string
  const env = () => ({
    ...process.env,
    RESTIC_REPOSITORY: join(folder, 'repository'),
    RESTIC_PASSWORD: word,
    RESTIC_CACHE_DIR: join(folder, 'cache'),
  })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'restic-'))
    await run('restic', ['init'], { env: env() })
  })
  afterAll(async () => rm(folder, { recursive: true, force: true }))
  const check = async (spec: object = {}) =>
    runCheckType('restic', {
      repository: join(folder, 'repository'),
      password: { value: word },
      maxAge: '1h',
      ...spec,
    })

  test('judges the newest snapshot and the integrity', async () => {
    expect(await check()).toMatchObject({ pass: false, message: 'The repository has no snapshots.' })
    await writeFile(join(folder, 'orders.csv'), 'a')
    await run('restic', ['backup', join(folder, 'orders.csv')], { env: env() })
    expect(await check({ checkIntegrity: true })).toMatchObject({
      pass: true,
      message: expect.stringMatching(/^The last snapshot is \d+\S* old$/) as string,
      details: { count: 1, results: [{ paths: [join(folder, 'orders.csv')] }] },
    })
    await vi.waitFor(async () =>
      expect(await check({ maxAge: '1ms' })).toMatchObject({
        pass: false,
        message: expect.stringMatching(/, expected at most 1ms\.$/) as string,
      }),
    )
  })

  test('reports a wrong password and a missing repository', async () => {
    expect(await check({ password: { value: 'other' } })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/wrong password or no key found/) as string,
    })
    expect(await check({ repository: join(folder, 'none') })).toMatchObject({ pass: false })
  })
})
