import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatEndpoint, listSpecErrors, runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { startIngressController } from '#tests/fixtures/ingress-controller.ts'
import { startKubernetesApi, type KubernetesObject } from '#tests/fixtures/kubernetes-api.ts'

let api: Awaited<ReturnType<typeof startKubernetesApi>>
beforeAll(async () => {
  api = await startKubernetesApi()
})
afterAll(() => api.stop())
beforeEach(() => api.mend())

const pod = (name: string, namespace: string, ready: boolean, app = 'web'): KubernetesObject => ({
  kind: 'Pod',
  metadata: { name, namespace, uid: `${namespace}/${name}`, labels: { app }, managedFields: [] },
  status: {
    phase: 'Running',
    containerStatuses: [{ ready }],
    conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
  },
})
const check = async (spec: object, context: Parameters<typeof runCheckType>[2] = {}) =>
  runCheckType('kubernetes', { kubeconfig: { value: api.kubeconfig() }, kind: 'Pod', ...spec }, context)
const names = async (spec: object) => {
  const { details } = await check(spec)
  return ((details?.['results'] ?? []) as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)
}

describe('the Kubernetes check', () => {
  beforeAll(() =>
    api.put(
      { kind: 'Namespace', metadata: { name: 'shop', uid: 'n1', labels: { team: 'a' } }, status: { phase: 'Active' } },
      { kind: 'Namespace', metadata: { name: 'mail', uid: 'n2', labels: { team: 'b' } }, status: { phase: 'Active' } },
      pod('web-1', 'shop', true),
      pod('web-2', 'shop', false),
      pod('smtp', 'mail', true, 'mail'),
      { kind: 'Secret', metadata: { name: 'db', namespace: 'shop', uid: 's1' }, data: { pin: 'MTIzNDU2' } },
      { kind: 'Basket', metadata: { name: 'fruit', namespace: 'shop', uid: 'b1' } },
    ),
  )

  test('passes when all selected objects are healthy, and returns them', async () => {
    expect(await check({ resource: { name: 'smtp' }, healthy: true, ready: true })).toMatchObject({
      pass: true,
      message: '1 of Pod',
      details: {
        count: 1,
        results: [
          {
            kind: 'Pod',
            metadata: { name: 'smtp', namespace: 'mail' },
            Object: { metadata: { name: 'smtp' } },
            healthStatus: { status: 'Running', health: 'healthy' },
          },
        ],
      },
    })
  })

  test('names the objects that are not healthy or not ready', async () => {
    expect(await check({ healthy: true })).toMatchObject({ pass: false, message: 'shop/web-2 is Running.' })
    expect(await check({ ready: true })).toMatchObject({ pass: false, message: 'shop/web-2 is not ready (Running).' })
    expect(await check({ kind: 'Basket', healthy: true })).toMatchObject({ message: 'shop/fruit has no health.' })
    expect(await check({ resource: { name: 'smtp,imap,pop*' } })).toMatchObject({
      pass: false,
      message: 'imap does not exist.',
    })
    expect(await check({ ready: true, ignore: ['*-2'] })).toMatchObject({ pass: true, message: '2 of Pod' })
  })

  test('selects by name, label and namespace', async () => {
    expect(await names({})).toEqual(['web-1', 'web-2', 'smtp'])
    expect(await names({ resource: { labelSelector: 'app=web' } })).toEqual(['web-1', 'web-2'])
    expect(await names({ resource: { namespace: 'mail' } })).toEqual(['smtp'])
    expect(await names({ resource: { name: 'web-*' }, namespaceSelector: { name: 'shop' } })).toEqual([
      'web-1',
      'web-2',
    ])
    expect(await names({ namespaceSelector: { labelSelector: 'team=b' } })).toEqual(['smtp'])
    expect(await names({ namespaceSelector: { name: 'sh*' } })).toEqual(['web-1', 'web-2'])
    expect(await names({ kind: 'basket', apiVersion: 'shop.example.test/v1' })).toEqual(['fruit'])
  })

  test('names a namespace of its list that does not exist', async () => {
    expect(await check({ namespaceSelector: { name: 'shop,gone' } })).toMatchObject({
      pass: false,
      message: 'namespace gone does not exist.',
      details: { count: 2 },
    })
    expect(await check({ namespaceSelector: { name: 'sh*,gone, shop' } })).toMatchObject({
      message: 'namespace gone does not exist.',
      details: { count: 2 },
    })
    expect(await check({ resource: { namespace: 'gone' } })).toMatchObject({
      message: 'No Pod matches. Namespace gone does not exist.',
    })
    expect(await check({ namespaceSelector: { name: 'shop,mail' }, resource: { name: 'smtp' } })).toMatchObject({
      pass: true,
    })
  })

  test('fails when nothing matches, unless its test decides', async () => {
    expect(await check({ resource: { name: 'none' } })).toMatchObject({
      pass: false,
      message: 'No Pod matches.',
      messageIfTestPasses: '0 of Pod',
      details: { count: 0 },
    })
    expect(await check({ kind: 'Gateway' })).toMatchObject({ pass: false, message: 'The cluster has no kind Gateway.' })
  })

  test('never shows the values of a Secret, or the token of the kubeconfig', async () => {
    const result = await check({ kind: 'Secret' })
    expect(result).toMatchObject({ pass: true, details: { results: [{ data: { pin: '***' } }] } })
    api.put({ kind: 'Basket', metadata: { name: 'leak', uid: 'b2' }, spec: { text: 'the token-of-the-cluster' } })
    const leaked = await check({ kind: 'Basket', resource: { name: 'leak' } })
    expect(leaked).toMatchObject({ details: { results: [{ spec: { text: 'the ***' } }] } })
  })

  test('reports a rejected token, a lost connection, too much data and a missing permission', async () => {
    expect(await check({ kubeconfig: { value: api.kubeconfig('wrong') } })).toMatchObject({
      pass: false,
      message: 'Authentication failed (401): Unauthorized.',
    })
    api.fail('pods', 'drop')
    expect(await check({})).toMatchObject({ pass: false, message: expect.stringMatching(/closed|reset/) as string })
    api.fail('pods', 'huge')
    expect(await check({})).toMatchObject({ pass: false, message: 'A response is larger than 16 MB.' })
    api.fail('pods', 'forbidden')
    expect(await check({})).toMatchObject({ message: 'The cluster returned 403: pods is forbidden.' })
    api.mend()
    expect(await check({})).toMatchObject({ pass: true })
  })

  test('ends at its timeout when the cluster does not respond', async () => {
    api.fail('pods', 'hang')
    expect(await check({}, { timeoutMs: 300 })).toMatchObject({ pass: false, message: 'No response within 300 ms.' })
  })

  test('uses the kubeconfig of a connection, and says what it needs', async () => {
    const connection = { url: '', username: '', password: '', insecureTls: false, properties: {}, secrets: [] }
    const resolveConnection = async () => ({ ...connection, certificate: api.kubeconfig() })
    const spec = { kind: 'Pod', connection: 'connection://cluster', resource: { name: 'smtp' } }
    expect(await runCheckType('kubernetes', spec, { resolveConnection })).toMatchObject({ pass: true })
    expect(await runCheckType('kubernetes', { kind: 'Pod' })).toMatchObject({
      pass: false,
      message: 'No kubeconfig and no connection is set, and the relay does not run in a pod.',
    })
  })

  test('rejects unusable fields, and shows what it selects', async () => {
    expect(await listSpecErrors('kubernetes', { resource: { search: 'x' }, cnrm: { cluster: 'a' } })).toEqual([
      'cnrm: cannot work here: signing in through CNRM needs a Google program; set kubeconfig or connection to a cluster with a token or certificate',
      'kind: required',
      'resource.search: cannot work here: objects of a cluster are selected by name, labelSelector or fieldSelector',
    ])
    const selected = { kind: 'Pod', namespaceSelector: { name: 'shop' }, resource: { labelSelector: 'app=web' } }
    expect(formatEndpoint('kubernetes', selected)).toBe('shop/Pod/app=web')
  })
})

const running = { status: { phase: 'Running', containerStatuses: [{ ready: true }] } }
const template =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: probe, namespace: shop}\nspec: {containers: [{name: a, image: web}]}'
const left = () => api.list('Pod', 'Namespace').filter(({ metadata }) => /^(probe|tried)-/.test(metadata.name))

const start = async (kind: string, spec: object, context: Parameters<typeof runCheckType>[2] = {}) => {
  const pod = kind === 'pod' ? { spec: template } : { podSpec: template, namespaceNamePrefix: 'tried-' }
  return runCheckType(kind, { kubeconfig: { value: api.kubeconfig() }, ...pod, ...spec }, context)
}

const node = (name: string, spec: object = {}): KubernetesObject => ({
  kind: 'Node',
  metadata: { name, uid: name, labels: { 'kubernetes.io/hostname': `host-${name}` } },
  spec,
})

describe('the checks that start a pod', () => {
  test.each(['pod', 'namespace'])('%s: starts the pod, requests it and deletes it', async (kind) => {
    api.onCreate.status = running
    expect(await start(kind, {})).toMatchObject({
      pass: true,
      message: expect.stringMatching(/^The pod was ready in /) as string,
      details: { namespace: expect.stringMatching(/^(?:shop|tried-[0-9a-f]{8})$/) as string },
    })
    const http = { port: 80, path: '/', expectedContent: 'open' }
    expect(await start(kind, http)).toMatchObject({ pass: true })
    expect(await start(kind, { ...http, expectedContent: 'closed' })).toMatchObject({
      pass: false,
      message: 'Body does not contain "closed".',
    })
    expect(await start(kind, { ...http, expectedHttpStatuses: [204] })).toMatchObject({
      message: 'Expected code 204, got 200.',
    })
    expect(left()).toEqual([])
  })

  test.each(['pod', 'namespace'])('%s: reports a pod that fails or does not start, and deletes it', async (kind) => {
    api.onCreate.status = { status: { phase: 'Failed', reason: 'Evicted' } }
    expect(await start(kind, {})).toMatchObject({ pass: false, message: 'The pod failed: Evicted.' })
    const waiting = { ready: false, state: { waiting: { reason: 'ImagePullBackOff' } } }
    api.onCreate.status = { status: { phase: 'Pending', containerStatuses: [waiting] } }
    expect(await start(kind, { readyTimeout: 200 })).toMatchObject({
      pass: false,
      message: 'The pod is not ready after 200ms: ImagePullBackOff.',
    })
    expect(await start(kind, {}, { timeoutMs: 2_000 })).toMatchObject({
      pass: false,
      message: 'The pod is not ready after 1s: ImagePullBackOff.',
      details: {
        stages: [
          { name: 'schedule', pass: true },
          { name: 'ready', pass: false },
        ],
      },
    })
    expect(await start(kind, { deadline: 300 })).toMatchObject({
      message: expect.stringMatching(/not ready after [12]?\d\dms/) as string,
    })
    api.onCreate.status = { status: { phase: 'Pending' } }
    const timeouts = { [kind === 'pod' ? 'scheduleTimeout' : 'schedule_timeout']: 200 }
    expect(await start(kind, timeouts)).toMatchObject({
      message: 'The pod is not scheduled after 200ms: Pending.',
      details: { stages: [{ name: 'schedule', pass: false }] },
    })
    await vi.waitFor(() => expect(left()).toEqual([]))
  })

  test.each(['pod', 'namespace'])('%s: reports a wrong token and a missing permission', async (kind) => {
    expect(await start(kind, { kubeconfig: { value: api.kubeconfig('wrong') } })).toMatchObject({
      message: 'Authentication failed (401): Unauthorized.',
    })
    api.fail('pods', 'forbidden')
    expect(await start(kind, {})).toMatchObject({ message: 'The cluster returned 403: pods is forbidden.' })
    expect(left()).toEqual([])
  })

  test('starts the pod on the next node in each run, where asked for', async () => {
    api.onCreate.status = running
    const nodes = [node('b'), node('a'), node('cordoned', { unschedulable: true })]
    nodes.push(node('tainted', { taints: [{ key: 'control-plane', effect: 'NoSchedule' }] }))
    const about = { check: { id: 'c1', namespace: 'shop' } }
    expect(await start('pod', { roundRobinNodes: true }, { about })).toMatchObject({
      message: 'roundRobinNodes: no node of the cluster accepts pods.',
    })
    api.put(...nodes)
    api.created.length = 0
    for (let run = 0; run < 3; run += 1)
      expect(await start('pod', { roundRobinNodes: true }, { about })).toMatchObject({ pass: true })
    const places = api.created.map(({ spec }) => Object(spec).nodeSelector as unknown)
    expect(places).toEqual(['host-a', 'host-b', 'host-a'].map((host) => ({ 'kubernetes.io/hostname': host })))
    for (const each of nodes) api.remove(each)
  })

  test('reject what is not a pod', async () => {
    expect(await listSpecErrors('pod', { spec: 'kind: Deployment' })).toEqual([
      'spec: must be the YAML of a Pod with spec.containers',
    ])
  })
})

const isOfCheck = ({ metadata }: KubernetesObject) =>
  Object.hasOwn(Object(metadata['labels']) as object, 'quarterdeck/check')

const own = () => api.list('Namespace', 'Pod', 'Service', 'Ingress').filter(isOfCheck)

describe('the checks that request a pod through an ingress', () => {
  let controller: Awaited<ReturnType<typeof startIngressController>>
  beforeAll(async () => {
    controller = await startIngressController(api)
  })
  afterAll(() => controller.stop())
  beforeEach(() => {
    controller.state.mode = 'route'
    api.onCreate.status = running
  })
  const about = { check: { id: '018f3c1e-7b0a-7d11-8000-000000000001', namespace: 'shop' } }
  const exposed = () => ({
    port: 8080,
    path: '/status?full=1',
    expectedContent: 'open',
    ingressName: 'shop',
    ingressHost: controller.host,
    ingressClass: 'nginx',
    ingressTimeout: 300,
  })

  test.each(['pod', 'namespace'])('%s: creates service and ingress, and removes them', async (kind) => {
    api.created.length = 0
    expect(await start(kind, exposed(), { about })).toMatchObject({
      pass: true,
      message: expect.stringMatching(/^The pod was ready in /) as string,
      details: {
        host: `http://${controller.host}`,
        stages: ['schedule', 'ready', 'ingress', 'request'].map((name) => ({
          name,
          pass: true,
          ms: expect.any(Number) as number,
        })),
      },
    })
    expect(controller.requests.at(-1)).toBe('localhost/status?full=1 quarterdeck')
    expect(api.created.find((object) => 'rules' in (Object(object['spec']) as object))).toMatchObject({
      metadata: { name: 'shop', labels: { 'quarterdeck/check': about.check.id } },
      spec: { ingressClassName: 'nginx', rules: [{ host: 'localhost' }] },
    })
    expect(own()).toEqual([])
  })

  test.each(['pod', 'namespace'])('%s: names the stage that fails, and removes everything', async (kind) => {
    controller.state.mode = 'ignore'
    expect(await start(kind, exposed(), { about })).toMatchObject({
      pass: false,
      message: `The ingress does not route http://${controller.host} to the pod after 300ms: code 404.`,
      details: { stages: [{ pass: true }, { pass: true }, { name: 'ingress', pass: false }] },
    })
    const unresolved = { ...exposed(), ingressHost: 'shop.invalid' }
    expect(await start(kind, unresolved, { about })).toMatchObject({
      message:
        'The ingress does not route http://shop.invalid to the pod after 300ms: http://shop.invalid: The host name does not exist.',
    })
    controller.state.mode = 'hang'
    expect(await start(kind, exposed(), { about })).toMatchObject({
      message: `The ingress does not route http://${controller.host} to the pod after 300ms: no response.`,
    })
    controller.state.mode = 'route'
    expect(await start(kind, { ...exposed(), expectedContent: 'closed' }, { about })).toMatchObject({
      message: 'Body does not contain "closed".',
      details: { stages: [{}, {}, { name: 'ingress', pass: true }, { name: 'request', pass: false }] },
    })
    api.fail('ingresses', 'forbidden')
    expect(await start(kind, exposed(), { about })).toMatchObject({
      message: 'The cluster returned 403: ingresses is forbidden.',
    })
    expect(own()).toEqual([])
  })

  test.each(['pod', 'namespace'])('%s: removes everything after an abort', async (kind) => {
    controller.state.mode = 'hang'
    const stop = new AbortController()
    const requested = controller.requests.length
    const running = start(kind, { ...exposed(), ingressTimeout: 0 }, { about, signal: stop.signal })
    await vi.waitFor(() => expect(controller.requests.length).toBeGreaterThan(requested))
    expect(own().length).toBeGreaterThanOrEqual(3)
    stop.abort()
    expect(await running).toMatchObject({ pass: false, message: 'The check was stopped before it finished.' })
    await vi.waitFor(() => expect(own()).toEqual([]))
  })

  test('removes what an earlier run of the check left behind, and nothing else', async () => {
    const labels = { 'quarterdeck/check': about.check.id }
    const another = { 'quarterdeck/check': '018f3c1e-7b0a-7d11-8000-000000000002' }
    const rules = [{ host: 'localhost', http: { paths: [] } }]
    const left = (kind: string, name: string, more: object = {}, of = labels): KubernetesObject => ({
      kind,
      metadata: { name, uid: name, labels: of, ...(kind === 'Namespace' ? {} : { namespace: 'shop' }) },
      ...more,
    })
    const kept = left('Pod', 'of-another', {}, another)
    api.put(left('Ingress', 'shop', { spec: { rules } }), left('Service', 'check-1'), left('Pod', 'probe-1'), kept)
    expect(await start('pod', exposed(), { about })).toMatchObject({ pass: true })
    expect(own().map(({ metadata }) => metadata.name)).toEqual(['of-another'])
    api.remove(kept)
    api.put(left('Namespace', 'tried-1'))
    expect(await start('namespace', {}, { about })).toMatchObject({ pass: true })
    expect(own()).toEqual([])
  })

  test('never replaces an ingress of another owner', async () => {
    const foreign = {
      kind: 'Ingress',
      metadata: { name: 'shop', namespace: 'shop', uid: 'foreign' },
      spec: { rules: [] },
    }
    api.put(foreign)
    expect(await start('pod', exposed(), { about })).toMatchObject({
      pass: false,
      message: 'Ingress shop/shop exists already. Delete it, or set another ingressName.',
    })
    expect(api.list('Ingress')).toMatchObject([foreign])
    expect(own()).toEqual([])
    api.remove(foreign)
  })

  test('waits until the pod is gone where a time for it is set', async () => {
    expect(await start('pod', { deleteTimeout: 5_000 })).toMatchObject({
      pass: true,
      details: { stages: [{}, {}, { name: 'delete', pass: true }] },
    })
  })

  test('reject a host that no ingress can have, and a name without a host', async () => {
    const bad = { spec: template, ingressHost: '10.0.0.1', ingressName: 'Shop' }
    expect(await listSpecErrors('pod', bad)).toEqual([
      'ingressName: must be a name: lowercase letters, digits, dots and dashes',
      'ingressHost: must be a host name such as shop.example.com, optionally with https:// before and a port after it',
    ])
    expect(await listSpecErrors('namespace', { podSpec: template, ingressName: 'shop' })).toEqual([
      'ingressHost: required by ingressName',
    ])
  })
})
