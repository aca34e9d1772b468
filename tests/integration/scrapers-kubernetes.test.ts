import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { startKubernetesApi, type KubernetesObject } from '#tests/fixtures/kubernetes-api.ts'
import { serveExec } from '#tests/fixtures/kubernetes-exec.ts'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { scrapers, start, started, put, at } = scrapingTests()
let api: Awaited<ReturnType<typeof startKubernetesApi>>
beforeEach(async () => {
  api = await startKubernetesApi()
})
afterEach(() => api.stop())

const object = (kind: string, name: string, more: object = {}, metadata: object = {}): KubernetesObject => ({
  kind,
  metadata: { name, uid: `uid-of-${kind}-${name}`, creationTimestamp: '2026-11-01T00:00:00Z', ...metadata },
  ...more,
})
const inShop = (kind: string, name: string, more: object = {}, metadata: object = {}) =>
  object(kind, name, more, { namespace: 'shop', ...metadata })
const pod = (name: string, phase = 'Running', more: object = {}) =>
  inShop(
    'Pod',
    name,
    { spec: { nodeName: 'n1', containers: [] }, status: { phase, containerStatuses: [{ ready: true }], ...more } },
    {
      labels: { app: 'web' },
      ownerReferences: [{ kind: 'ReplicaSet', name: 'web-1', uid: 'uid-of-ReplicaSet-web-1' }],
    },
  )
const event = (of: KubernetesObject, name: string, count: number, at: string) =>
  inShop('Event', name, {
    involvedObject: { kind: of.kind, name: of.metadata.name, namespace: 'shop', uid: of.metadata.uid },
    reason: 'BackOff',
    message: 'Back-off restarting failed container',
    type: 'Warning',
    count,
    lastTimestamp: at,
    source: { component: 'kubelet' },
  })

const spec = (more = '', kubeconfig = api.kubeconfig()) =>
  `  kubernetes:\n    - clusterName: test\n      kubeconfig: '${kubeconfig}'\n${more}`
const scraping = (more = '', kubeconfig?: string) =>
  start({ 'cluster.yaml': scraperDocument('cluster', spec(more, kubeconfig)) })
const fill = () =>
  api.put(
    object('Namespace', 'shop', { status: { phase: 'Active' } }),
    object('Node', 'n1', { status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: 'now' }] } }),
    inShop('ReplicaSet', 'web-1', { spec: { replicas: 1 }, status: { readyReplicas: 1 } }),
    inShop('Service', 'web', { spec: { selector: { app: 'web' } } }),
    inShop('Secret', 'db', { data: { pin: 'MTIzNDU2' } }),
    inShop('Basket', 'fruit', { spec: { apples: 3 } }),
    inShop('Endpoints', 'web'),
    pod('web-1-a'),
  )

test('cluster objects are items below the cluster with their relations, including custom resources [CAT-02,CAT-09]', async () => {
  fill()
  await scraping()
  expect(await scrapers.run('cluster')).toMatchObject({ status: 'SUCCESS', errors: [] })
  const items = await scrapers.items()
  const of = (type: string) => items.find((item) => item.type === `Kubernetes::${type}`)
  const [cluster, shop, node, set, web] = ['Cluster', 'Namespace', 'Node', 'ReplicaSet', 'Pod'].map(of)
  expect(items.map(({ type }) => type.replace('Kubernetes::', '')).join()).toBe(
    'Basket,Cluster,Namespace,Node,Pod,ReplicaSet,Secret,Service',
  )
  expect(cluster).toMatchObject({ name: 'test', config: { version: { gitVersion: 'v1.33.0' } } })
  expect(shop).toMatchObject({ path: cluster?.id, tags: { cluster: 'test' } })
  expect(node).toMatchObject({
    parent_id: cluster?.id,
    health: 'healthy',
    external_id: ['uid-of-Node-n1', 'test/Node/-/n1'],
  })
  expect(web).toMatchObject({
    config_class: 'Pod',
    health: 'healthy',
    status: 'Running',
    tags: { cluster: 'test', namespace: 'shop' },
    path: [cluster, shop, set].map((item) => item?.id).join('.'),
  })
  expect(of('Secret')?.config).toMatchObject({ data: { pin: '***' } })
  expect(JSON.stringify(items)).not.toMatch(/MTIzNDU2|token-of-the-cluster|resourceVersion|lastHeartbeat/)
  const links = await scrapers.read('config_relationships?select=config_id,related_id,relation&order=relation')
  expect(links).toEqual([
    { config_id: web?.id, related_id: node?.id, relation: 'runs on' },
    { config_id: of('Service')?.id, related_id: web?.id, relation: 'selects' },
  ])
})

test('cluster activity appears between runs: changes, additions, deletions, and counted events [CAT-03]', async () => {
  fill()
  await scraping()
  await scrapers.run('cluster')
  const web = await scrapers.item('web-1-a')
  await eventually(() => expect(api.watched()).toHaveLength(8))
  api.put(
    pod('web-1-a', 'Running', {
      containerStatuses: [{ ready: false, state: { waiting: { reason: 'CrashLoopBackOff' } } }],
    }),
    pod('web-1-b'),
    event(pod('web-1-a'), 'back-off', 17, '2026-11-23T10:00:00Z'),
  )
  api.remove(inShop('Basket', 'fruit'))
  await eventually(async () => {
    expect(await scrapers.item('web-1-a')).toMatchObject({
      id: web?.id,
      health: 'unhealthy',
      status: 'CrashLoopBackOff',
    })
    expect(await scrapers.item('web-1-b')).toMatchObject({ deleted_at: null, parent_id: web?.['parent_id'] })
    expect(await scrapers.item('fruit')).toMatchObject({ delete_reason: 'SOURCE', deleted_at: expect.any(String) })
    expect((await scrapers.changes(web?.id ?? '')).map(({ change_type: type }) => type).toSorted()).toEqual([
      'BackOff',
      'Unhealthy',
      'diff',
    ])
  })
  api.put(event(pod('web-1-a'), 'back-off', 20, '2026-11-23T10:05:00Z'))
  await eventually(async () =>
    expect(await scrapers.changes(web?.id ?? '')).toContainEqual(
      expect.objectContaining({
        change_type: 'BackOff',
        severity: 'high',
        source: 'kubernetes',
        count: 20,
        summary: 'Back-off restarting failed container',
        external_created_by: 'kubelet',
        first_observed: expect.stringContaining('10:00:00'),
      }),
    ),
  )
  expect((await scrapers.run('cluster')).summary).toMatchObject({ added: 0, updated: 0, deleted: 0, changes: 0 })
  await eventually(() => expect(api.watched()).toHaveLength(8))
})

test('changes of two thousand pods stream in, and each list is read once', async () => {
  fill()
  const pods = Array.from({ length: 2_000 }, (_, index) => pod(`pod-${index}`))
  api.put(...pods)
  await scraping()
  expect((await scrapers.run('cluster')).summary).toMatchObject({ errors: 0 })
  await eventually(() => expect(api.watched()).toContain('pods'))
  const lists = () => api.requests.filter((path) => path.startsWith('/api/v1/pods?') && !path.includes('watch')).length
  const before = lists()
  for (let index = 0; index < 2_000; index += 4) api.put(pod(`pod-${index}`, 'Failed'))
  const failed = () => scrapers.read('config_items?select=id.count()&type=eq.Kubernetes::Pod&status=eq.Failed')
  await eventually(async () => expect(await failed()).toEqual([{ count: 500 }]))
  expect(lists()).toBe(before)
})

test('objects excluded by kind, name, namespace, label or annotation are no items, and only requested kinds are watched', async () => {
  fill()
  api.put(
    inShop('Pod', 'noise-1'),
    inShop('Pod', 'b', {}, { labels: { temporary: 'yes' } }),
    inShop('Pod', 'c', {}, { annotations: { 'ops/ignore': 'true' } }),
    object('Pod', 'd', {}, { namespace: 'kube-system' }),
  )
  await scraping(`      watch: [{ apiVersion: v1, kind: Pod }]
      exclusions:
        kind: [Secret, Node]
        name: ['noise-*']
        namespace: ['kube-*']
        labels: { temporary: '*' }
        annotations: { ops/ignore: 'true' }
`)
  await scrapers.run('cluster')
  expect((await scrapers.items()).map(({ name }) => name)).toEqual(['fruit', 'test', 'shop', 'web-1-a', 'web-1', 'web'])
  await eventually(() => expect(api.watched()).toEqual(['pods']))
})

test('an unreachable cluster keeps its items, is reported, and is watched again when it is back', async () => {
  fill()
  await scraping()
  await scrapers.run('cluster')
  await eventually(() => expect(api.watched()).toHaveLength(8))
  await api.vanish()
  await eventually(async () =>
    expect(await scrapers.lastRun('cluster')).toMatchObject({
      status: 'FAILED',
      details: { errors: ['Cluster test: Connection refused.'] },
    }),
  )
  expect(await scrapers.items()).toHaveLength(8)
  await api.restart()
  await eventually(() => expect(api.watched()).toHaveLength(8))
  api.put(pod('web-1-a', 'Failed'))
  await eventually(async () => expect(await scrapers.item('web-1-a')).toMatchObject({ status: 'Failed' }))
})

test('an expired watch lists the cluster again', async () => {
  fill()
  await scraping()
  await scrapers.run('cluster')
  await eventually(() => expect(api.watched()).toHaveLength(8))
  api.forgetPast()
  api.remove(inShop('Basket', 'fruit'))
  await eventually(async () => expect((await scrapers.item('fruit'))?.deleted_at).not.toBeNull())
  await eventually(() => expect(api.watched()).toHaveLength(8))
})

test.each([
  ['forbidden', 'secrets cannot be read. The cluster returned 403: secrets is forbidden.'],
  ['no json', 'secrets cannot be read. The response is not JSON.'],
  ['huge', 'secrets cannot be read. A response is larger than 16 MB.'],
] as const)('a kind whose list is %s is an error, and the others are read and watched', async (failure, reason) => {
  fill()
  await scraping()
  await scrapers.run('cluster')
  api.fail('secrets', failure)
  api.put(inShop('Service', 'new'))
  expect(await scrapers.run('cluster')).toMatchObject({ status: 'WARNING', errors: [reason] })
  expect(await scrapers.item('new')).toBeDefined()
  expect(await scrapers.item('db')).toMatchObject({ deleted_at: null })
  await eventually(() => expect(api.watched()).toHaveLength(7))
})

test('a kind that can be listed but not watched is reported once, and the others are watched', async () => {
  fill()
  api.fail('watch secrets', 'forbidden')
  await scraping()
  await scrapers.run('cluster')
  const reason = 'secrets cannot be read. The cluster returned 403: secrets is forbidden.'
  await eventually(async () =>
    expect(await scrapers.lastRun('cluster')).toMatchObject({ status: 'WARNING', details: { errors: [reason] } }),
  )
  api.put(pod('web-1-a', 'Failed'))
  await eventually(async () => expect(await scrapers.item('web-1-a')).toMatchObject({ status: 'Failed' }))
})

test('a cluster that hangs times out, and a rejected sign-in is reported', async () => {
  fill()
  api.fail('pods', 'hang')
  await start({ 'cluster.yaml': scraperDocument('cluster', `  timeout: 1s\n${spec()}`) })
  expect((await scrapers.run('cluster')).errors).toEqual(['Cluster test: timed out after 1s.'])
  api.mend()
  await started().write('cluster.yaml', scraperDocument('cluster', spec('', api.kubeconfig('another-token'))))
  await eventually(async () =>
    expect((await scrapers.lastRun('cluster')).details.errors).toEqual(['Authentication failed (401): Unauthorized.']),
  )
})

test.each([
  ['/etc/kubeconfig', 'kubeconfig contains a file path. Use kubeconfigFile.'],
  ['a: b', 'The kubeconfig is invalid: clusters: Invalid input: expected array, received undefined.'],
  [
    '{ clusters: [{ name: c, cluster: { server: http://127.0.0.1:1, certificate-authority: /etc/passwd } }] }',
    'The kubeconfig refers to files of this machine. Embed them as …-data, or use a token.',
  ],
  [
    '{ clusters: [{ name: c, cluster: { server: http://127.0.0.1:1 } }], contexts: [{ name: x, context: { cluster: c, user: u } }], users: [{ name: u, user: { exec: { command: aws } } }] }',
    'The kubeconfig runs a program to sign in, which is not supported. Use the token of a service account.',
  ],
])('the kubeconfig %s is rejected with the reason', async (kubeconfig, reason) => {
  await scraping('', kubeconfig)
  expect((await scrapers.run('cluster')).errors).toEqual([reason])
})

test('a kubeconfig can be a local file with referenced files beside it', async () => {
  fill()
  await put('token', 'token-of-the-cluster')
  await put('config', api.kubeconfig().replace('"token":"token-of-the-cluster"', '"tokenFile":"token"'))
  await start({
    'cluster.yaml': scraperDocument(
      'cluster',
      `  kubernetes: [{ clusterName: test, kubeconfigFile: '${at('config')}' }]\n`,
    ),
  })
  expect(await scrapers.run('cluster')).toMatchObject({ status: 'SUCCESS' })
  expect(await scrapers.items()).toHaveLength(8)
})

test('the cluster name is required, and the limit of concurrent requests must be a number [CAT-20]', async () => {
  const app = (await scraping()).app
  const write = (kubernetes: object) =>
    app.inject({
      method: 'POST',
      url: '/api/db/config_scrapers',
      payload: { name: 'x', source: 'UI', spec: { kubernetes: [kubernetes] } },
    })
  const bad = await write({ kubeconfig: api.kubeconfig() })
  expect([bad.statusCode, JSON.parse(bad.body)]).toMatchObject([
    400,
    { message: 'kubernetes[0].clusterName: required.' },
  ])
  const few = await write({ clusterName: 'x', maxInflight: 0 })
  expect([few.statusCode, few.body]).toEqual([400, expect.stringContaining('kubernetes[0].maxInflight')])
})

test('relationships read the fields of an object, and owners are found through excluded kinds', async () => {
  fill()
  api.put(
    inShop(
      'ReplicaSet',
      'web-1',
      {},
      { ownerReferences: [{ kind: 'Basket', name: 'fruit', uid: 'uid-of-Basket-fruit' }] },
    ),
    inShop('Service', 'ref', { spec: { claimRef: { kind: 'Node', name: 'n1' } } }, { labels: { secret: 'db' } }),
  )
  await scraping(`      exclusions: { kind: [ReplicaSet] }
      relationships:
        - kind: { expr: "has(spec.claimRef) ? spec.claimRef.kind : ''" }
          name: { expr: "has(config.spec.claimRef) ? config.spec.claimRef.name : ''" }
          namespace: { expr: "''" }
        - kind: { value: Secret }
          name: { label: secret }
          namespace: { value: shop }
`)
  expect((await scrapers.run('cluster')).errors).toEqual([])
  const [basket, node, pods, ref, secret] = await Promise.all(
    ['fruit', 'n1', 'web-1-a', 'ref', 'db'].map((name) => scrapers.item(name)),
  )
  expect(pods?.['parent_id']).toBe(basket?.id)
  const related = await scrapers.read(
    `config_relationships?config_id=eq.${ref?.id}&deleted_at=is.null&select=related_id`,
  )
  expect(related).toHaveLength(2)
  expect(related).toEqual(expect.arrayContaining([{ related_id: node?.id }, { related_id: secret?.id }]))
})

const annotated = (name: string, annotations: Readonly<Record<string, string>>) =>
  inShop(
    'Secret',
    name,
    {},
    {
      annotations: Object.fromEntries(
        Object.entries(annotations).map(([key, value]) => [`config-db.flanksource.com/${key}`, value]),
      ),
    },
  )

test('annotations ignore an object or its changes, and add tags', async () => {
  const quiet = annotated('quiet', { 'ignore-changes': 'Back*', tags: 'team:shop, tier: web' })
  const calm = annotated('calm', { 'ignore-change-severity': 'high,medium' })
  const loud = annotated('loud', { 'ignore-changes': 'Other' })
  api.put(quiet, calm, loud, annotated('hidden', { ignore: 'true' }))
  api.put(...[quiet, calm, loud].map((each) => event(each, `event-${each.metadata.name}`, 1, '2026-11-01T00:00:00Z')))
  await scraping()
  expect((await scrapers.run('cluster')).errors).toEqual([])
  expect((await scrapers.items('type=eq.Kubernetes::Secret')).map(({ name }) => name)).toEqual([
    'calm',
    'loud',
    'quiet',
  ])
  expect(await scrapers.item('quiet')).toMatchObject({ tags: { team: 'shop', tier: 'web', namespace: 'shop' } })
  const changed = await Promise.all(
    ['quiet', 'calm', 'loud'].map(
      async (name) => (await scrapers.changes((await scrapers.item(name))?.id ?? '')).length,
    ),
  )
  expect(changed).toEqual([0, 0, 1])
})

test('files in pods are items below their pod', async () => {
  fill()
  await put('settings.properties', 'shop.port=8080\nshop.name=web\n')
  serveExec(api.server, 'token-of-the-cluster', dirname(at('settings.properties')))
  await writeFile(at('notes'), 'a plain file')
  const files = `  kubernetesFile:
    - kubeconfig: '${api.kubeconfig()}'
      selector: { namespace: shop, labelSelector: app=web }
      container: web
      type: Shop::Settings
      files: [{ path: [/reports/*.properties] }, { path: [/reports/notes], format: text }]
`
  api.put({ ...pod('web-1-a'), spec: { containers: [{ name: 'web' }] } })
  await start({ 'cluster.yaml': scraperDocument('cluster', spec()), 'files.yaml': scraperDocument('files', files) })
  await scrapers.run('cluster')
  expect(await scrapers.run('files')).toMatchObject({ status: 'SUCCESS', errors: [] })
  const web = await scrapers.item('web-1-a')
  expect(await scrapers.item('settings.properties')).toMatchObject({
    type: 'Shop::Settings',
    parent_id: web?.id,
    external_id: ['shop/Pod/web-1-a/reports/settings.properties'],
    tags: { namespace: 'shop' },
    config: { 'shop.port': '8080', 'shop.name': 'web' },
  })
  expect(await scrapers.item('notes')).toMatchObject({ config: { content: 'a plain file' } })
})
