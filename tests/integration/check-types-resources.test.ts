import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changesExec } from '#shared/access/exec-parts.ts'
import { listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startTcp, type TestServer } from '#relay/testing/servers.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { startKubernetesApi } from '#tests/fixtures/kubernetes-api.ts'

let api: Awaited<ReturnType<typeof startKubernetesApi>>
let server: TestServer
beforeAll(async () => {
  api = await startKubernetesApi()
  server = await startTcp((socket) => socket.end())
})
afterAll(async () => {
  await api.stop()
  await server.close()
})
const running = { status: { phase: 'Running', containerStatuses: [{ ready: true }] } }
beforeEach(() => {
  api.mend()
  api.onCreate.status = running
})

const podManifest = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [] } }
const basket = { apiVersion: 'shop.example.test/v1', kind: 'Basket', metadata: { name: 'fruit', namespace: 'shop' } }
const about = { check: { namespace: 'shop' } }
const check = async (spec: object, context: Parameters<typeof runCheckType>[2] = {}) =>
  runCheckType(
    'kubernetesResource',
    { kubeconfig: { value: api.kubeconfig() }, resources: [podManifest], ...spec },
    { about, ...context },
  )
const spec = (entry: object) => ({ kubernetesResource: [{ resources: [podManifest], ...entry }] })
const left = () => api.list('Pod', 'Basket').map(({ metadata }) => metadata.name)

describe('the check of Kubernetes resources', () => {
  test('creates the resources, runs its checks and deletes them, and static resources remain', async () => {
    const tcp = { name: 'reachable', endpoint: `127.0.0.1:${server.port}`, test: { expr: 'resources.size() == 1' } }
    const result = await check({ staticResources: [basket], checks: [{ tcp: [tcp] }] })
    expect(result).toMatchObject({
      pass: true,
      message: '1 created, 1 check passed',
      details: {
        resources: [{ kind: 'Pod', metadata: { name: 'web', namespace: 'shop' } }],
        staticResources: [{ kind: 'Basket' }],
        checks: [{ type: 'tcp', name: 'reachable', pass: true }],
      },
    })
    expect(left()).toEqual(['fruit'])
    expect(await check({ staticResources: [basket] })).toMatchObject({ pass: true, message: '1 created' })
    api.remove({ ...basket, metadata: { ...basket.metadata, uid: 'fruit' } })
  })

  test('fails with the check that fails, and tries again as long as it may', async () => {
    const failing = { name: 'empty', endpoint: `127.0.0.1:${server.port}`, test: { expr: 'resources.size() > 1' } }
    const checkRetries = { delay: '1ms', interval: '1ms', timeout: '20ms' }
    expect(await check({ checks: [{ tcp: [failing] }], checkRetries })).toMatchObject({
      pass: false,
      message: expect.stringMatching(/^tcp empty: Test failed\. /) as string,
      details: { checks: [{ pass: false }] },
    })
    expect(left()).toEqual([])
  })

  test('waits until resources are ready, or until its expression is true', async () => {
    const waiting = { ready: false, state: { waiting: { reason: 'ImagePullBackOff' } } }
    api.onCreate.status = { status: { phase: 'Pending', containerStatuses: [waiting] } }
    expect(await check({ waitFor: { timeout: '1ms' } })).toMatchObject({
      pass: false,
      message: 'After 1ms, Pod shop/web is not ready: ImagePullBackOff.',
    })
    expect(await check({ waitFor: { timeout: '1ms', expr: 'resources[0].kind == "Job"' } })).toMatchObject({
      pass: false,
      message: 'After 1ms, waitFor.expr is not true.',
    })
    const isPending = { expr: 'resources[0].status.phase == "Pending"', delete: true }
    expect(await check({ waitFor: isPending })).toMatchObject({ pass: true })
    expect(await check({ waitFor: { disable: true } })).toMatchObject({ pass: true })
    expect(await check({ waitFor: { timeout: '1m' } }, { timeoutMs: 400 })).toMatchObject({
      pass: false,
      message: 'No response within 400 ms.',
    })
    await vi.waitFor(() => expect(left()).toEqual([]))
  })

  test('never replaces or deletes an object that exists already, unless clearResources is set', async () => {
    api.put({ ...podManifest, metadata: { name: 'web', namespace: 'shop', uid: 'web' }, ...running })
    expect(await check({ resources: [basket, podManifest] })).toMatchObject({
      pass: false,
      message: 'Pod shop/web exists already. Delete it, or set clearResources.',
    })
    expect(left()).toEqual(['web'])
    expect(await check({ clearResources: true })).toMatchObject({ pass: true })
    expect(left()).toEqual([])
  })

  test('reports a wrong token, a missing permission, a lost connection and an unknown kind', async () => {
    expect(await check({ kubeconfig: { value: api.kubeconfig('wrong') } })).toMatchObject({
      pass: false,
      message: 'Authentication failed (401): Unauthorized.',
    })
    api.fail('pods', 'forbidden')
    expect(await check({})).toMatchObject({ message: 'The cluster returned 403: pods is forbidden.' })
    api.fail('pods', 'drop')
    expect(await check({})).toMatchObject({
      pass: false,
      message: expect.stringMatching(/closed the connection|reset|not as long as/) as string,
    })
    expect(await check({ resources: [{ ...podManifest, kind: 'Gateway' }] })).toMatchObject({
      message: 'The cluster has no kind Gateway in v1.',
    })
  })

  test('redacts the token of the kubeconfig and passwords of its checks', async () => {
    const leaking = { ...basket, spec: { text: 'token-of-the-cluster' } }
    const http = { name: 'x', url: `http://127.0.0.1:${server.port}/very-secret`, password: { value: 'very-secret' } }
    const result = await check({ resources: [leaking], checks: [{ http: [http] }] })
    expect(result).toMatchObject({ pass: false, details: { resources: [{ spec: { text: '***' } }] } })
    expect(JSON.stringify(result)).not.toMatch(/token-of-the-cluster|very-secret/)
  })

  test('rejects secrets, unknown checks and their errors', async () => {
    const http = { name: 'x', url: 'http://a', metod: 'GET', transform: { expr: '[]' } }
    expect(
      await listSpecErrors('kubernetesResource', {
        resources: [{ ...podManifest, kind: 'Secret' }],
        checks: [{ kubernetesResource: [{}], http: [http] }],
        waitFor: { timeout: 'soon' },
      }),
    ).toEqual([
      'resources[0].kind: must not be a Secret: its values would be readable in the document. Create it in the cluster',
      'waitFor.timeout: must be a duration such as 500ms, 10s or 2m',
      'checks[0].http[0].metod: unknown field (did you mean "method"?)',
      'checks[0].http[0].transform: is available only for the kubernetesResource check itself',
      'checks[0].kubernetesResource: is not a kind of check that runs here',
    ])
    const typo = { tcp: [{ name: 'a', endpoint: '127.0.0.1:1', test: { expr: '(' } }] }
    expect(await listSpecErrors('kubernetesResource', { resources: [podManifest], checks: [typo] })).toEqual([
      expect.stringMatching(/^checks\[0\]\.tcp\[0\]\.test\.expr: /),
    ])
  })

  test('finds the secrets of its checks in the document', () => {
    const kind = checkKinds.find(({ key }) => key === 'kubernetesResource')
    const http = { name: 'x', url: 'http://a', tlsConfig: { key: 'client key' } }
    expect(kind?.read({ resources: [podManifest], checks: [{ http: [http] }] })).toMatchObject({
      check: { secrets: ['client key'] },
    })
  })

  test('needs write permission on exec for programs in its checks, and for the cluster of the relay', () => {
    expect(changesExec('canaries', {}, spec({ connection: 'connection://cluster' }))).toBe(false)
    expect(changesExec('canaries', {}, spec({}))).toBe(true)
    const checks = [{ exec: [{ name: 'a', script: 'id' }] }]
    expect(changesExec('canaries', {}, spec({ connection: 'connection://cluster', checks }))).toBe(true)
  })
})
