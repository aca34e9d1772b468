import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import type { ArtifactFile } from '#relay/backend/artifacts/artifact-files.ts'
import { startKubernetesApi } from '#tests/fixtures/kubernetes-api.ts'
import { serveExec } from '#tests/fixtures/kubernetes-exec.ts'

const token = 'token-of-the-cluster'
let api: Awaited<ReturnType<typeof startKubernetesApi>>
let exec: ReturnType<typeof serveExec>
let folder: string
const pods: unknown[] = []

const exited = (exitCode: number) => ({ name: 'tests', state: { terminated: { exitCode } } })
const reports = { name: 'quarterdeck-files', state: { running: {} } }
const setStatus = (...containerStatuses: object[]) => {
  api.onCreate.status = { status: { phase: 'Running', containerStatuses } }
}
const writeReport = async (name: string, text: string) => writeFile(join(folder, name), text)
const suite = (cases: string) => `<testsuite name="shop">${cases}</testsuite>`
const passing = suite('<testcase name="opens"/><testcase name="waits"><skipped/></testcase>')

beforeAll(async () => {
  api = await startKubernetesApi(token)
  folder = await mkdtemp(join(tmpdir(), 'reports-'))
  exec = serveExec(api.server, token, folder)
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  api.mend()
  exec.mode = 'run'
  setStatus(exited(0), reports)
  await rm(folder, { recursive: true })
  await mkdir(join(folder, 'inner'), { recursive: true })
})

const spec = { containers: [{ name: 'tests', image: 'shop-tests' }] }
const check = async (more: object = {}, context: Parameters<typeof runCheckType>[2] = {}) => {
  const fields = { kubeconfig: { value: api.kubeconfig() }, testResults: '/reports', spec, ...more }
  const result = await runCheckType('junit', fields, { about: { check: { namespace: 'shop' } }, ...context })
  if (result.message.startsWith('No response')) await vi.waitFor(() => expect(api.list('Pod')).toEqual([]))
  pods.splice(0, pods.length, ...api.list('Pod'))
  return result
}

describe('the JUnit check', () => {
  test('runs the tests, reads all reports and deletes the pod', async () => {
    await writeReport('a.xml', passing)
    await writeReport('inner/b c.xml', suite('<testcase name="pays" time="1.5"/>'))
    await writeReport('notes.txt', 'no report')
    expect(await check()).toMatchObject({
      pass: true,
      message: '2 tests passed, 1 skipped',
      details: {
        passed: 2,
        skipped: 1,
        duration: 1.5,
        exits: { tests: 0 },
        results: { passed: 2, failed: 0, suites: [{ name: 'shop' }, { name: 'shop', tests: [{ name: 'pays' }] }] },
      },
    })
    expect(pods).toEqual([])
  })

  test('fails when every test was skipped', async () => {
    await writeReport('a.xml', suite('<testcase name="waits"><skipped/></testcase>'))
    expect(await check()).toMatchObject({
      pass: false,
      message: 'No test ran, 1 skipped.',
      messageIfTestPasses: 'No test ran, 1 skipped',
    })
  })

  test.each([
    ['the spec of a pod', spec],
    ['a pod', { metadata: { name: 'e2e' }, spec }],
    ['the YAML of a pod', 'kind: Pod\nspec: {containers: [{name: tests, image: shop-tests}]}'],
  ])('accepts %s', async (_name, written) => {
    await writeReport('a.xml', passing)
    expect(await check({ spec: written })).toMatchObject({ pass: true })
  })

  test('names the tests that fail, and keeps secrets out', async () => {
    const bad = `<testcase name="pays" classname="Cart"><failure message="${token} is no price"/></testcase>`
    await writeReport('a.xml', suite(`<testcase name="opens"/>${bad}<testcase name="ends"><error/></testcase>`))
    setStatus(exited(1), reports)
    expect(await check()).toMatchObject({
      pass: false,
      message: '2 of 3 tests failed. Cart.pays: *** is no price; ends',
      messageIfTestPasses: '2 of 3 tests failed',
      details: { failed: 1, error: 1, failures: [{ name: 'Cart.pays', message: '*** is no price' }, { name: 'ends' }] },
    })
  })

  test('fails without a report, with an invalid or empty one, and when the tests exit with an error', async () => {
    expect(await check()).toMatchObject({ message: 'The tests wrote no report (*.xml) to /reports.' })
    await writeReport('a.xml', '<testsuites/>')
    expect(await check()).toMatchObject({ pass: false, message: 'The reports contain no test.' })
    await writeReport('a.xml', '<testsuite>')
    expect(await check()).toMatchObject({
      message: 'a.xml: Invalid XML, line 1: <testsuite> is not closed.',
    })
    await writeReport('a.xml', passing)
    setStatus(exited(3), reports)
    expect(await check()).toMatchObject({
      pass: false,
      message: 'No test failed, but container tests exited with 3.',
    })
    expect(pods).toEqual([])
  })

  test('stores files of the pod as artifacts, and warns of a path without files', async () => {
    await writeReport('a.xml', passing)
    await writeReport('shot 1.png', 'picture')
    const kept: string[][] = []
    const keepFile = async ({ path, filename }: ArtifactFile) => {
      kept.push([filename, await readFile(path, 'utf8')])
    }
    const artifacts = [{ path: '/reports/*.png' }, { path: '/reports/none.log' }]
    expect(await check({ artifacts }, { keepFile })).toMatchObject({
      pass: true,
      warnings: ['No file matches the artifact /reports/none.log.'],
    })
    expect(kept).toEqual([['shot 1.png', 'picture']])
  })

  test('reports a container that cannot start, a pod that ends and tests that do not end', async () => {
    setStatus({ name: 'tests', state: { waiting: { reason: 'ImagePullBackOff' } } })
    expect(await check()).toMatchObject({ message: 'Container tests cannot start: ImagePullBackOff.' })
    api.onCreate.status = { status: { phase: 'Failed', reason: 'Evicted' } }
    expect(await check()).toMatchObject({ message: 'The pod ended before its reports were read: Evicted.' })
    setStatus({ name: 'tests', state: { running: {} } }, reports)
    expect(await check({}, { timeoutMs: 400 })).toMatchObject({ pass: false, message: 'No response within 400 ms.' })
    expect(pods).toEqual([])
  })

  test('reports a wrong token, missing permissions, a lost connection and no response', async () => {
    await writeReport('a.xml', passing)
    expect(await check({ kubeconfig: { value: api.kubeconfig('wrong') } })).toMatchObject({
      message: 'Authentication failed (401): Unauthorized.',
    })
    api.fail('pods', 'forbidden')
    expect(await check()).toMatchObject({ message: 'The cluster returned 403: pods is forbidden.' })
    api.mend()
    exec.mode = 'deny'
    api.fail('pods/exec', 'forbidden')
    expect(await check()).toMatchObject({
      message: 'The cluster returned 403: pods/exec is forbidden.',
    })
    exec.mode = 'drop'
    expect(await check()).toMatchObject({
      pass: false,
      message: expect.stringMatching(/closed the connection/) as string,
    })
    exec.mode = 'hang'
    expect(await check({}, { timeoutMs: 1_000 })).toMatchObject({ pass: false, message: 'No response within 1 s.' })
    expect(pods).toEqual([])
  })

  test('rejects a pod without containers, a relative folder and an artifact without a folder', async () => {
    expect(await listSpecErrors('junit', { spec: {}, testResults: 'reports', artifacts: [{ path: '/a' }] })).toEqual([
      'testResults: must be an absolute path in the container',
      'spec: must be the spec of a pod with containers, or the YAML of a Pod',
      'artifacts[0].path: must be the absolute path of a file in a folder, such as /reports/*.xml',
    ])
  })
})
