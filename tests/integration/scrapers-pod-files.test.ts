import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { kubernetesFile } from '#relay/backend/scrapers/kinds/kubernetes-file.ts'
import { createScraperKind, type Found } from '#relay/backend/scrapers/scraper-kind.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { startKubernetesApi, type KubernetesObject } from '#tests/fixtures/kubernetes-api.ts'
import { serveExec } from '#tests/fixtures/kubernetes-exec.ts'

const token = 'token-of-the-cluster'
let api: Awaited<ReturnType<typeof startKubernetesApi>>
let exec: ReturnType<typeof serveExec>
let folder: string

const running = {
  phase: 'Running',
  containerStatuses: [{ ready: true }],
  conditions: [{ type: 'Ready', status: 'True' }],
}
const pod = (name: string, app: string, more: object = {}): KubernetesObject => ({
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: `uid-${name}`, labels: { app } },
  spec: { containers: [{ name: 'web' }, { name: 'proxy' }] },
  status: running,
  ...more,
})
const web: KubernetesObject = {
  kind: 'ReplicaSet',
  metadata: { name: 'web', namespace: 'shop', uid: 'uid-web' },
  spec: { selector: { matchLabels: { app: 'web' } } },
}

beforeAll(async () => {
  api = await startKubernetesApi(token)
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  exec = serveExec(api.server, token, folder)
  const waiting = pod('web-0', 'web', { status: { phase: 'Pending' } })
  api.put(web, waiting, pod('web-2', 'web'), pod('web-1', 'web'), pod('mail', 'mail'))
  api.put({
    kind: 'Service',
    metadata: { name: 'gone', namespace: 'shop', uid: 's' },
    spec: { selector: { app: 'x' } },
  })
  api.put({ kind: 'Secret', metadata: { name: 'db', namespace: 'shop', uid: 'k' } })
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  exec.mode = 'run'
  const files = { 'app.yaml': 'port: 8080\n', 'conf.d/a b.conf': 'x = 1\n', 'conf.d/c.conf': 'ä\n' }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
})

const kind = createScraperKind(kubernetesFile)
const scrape = async (spec: object): Promise<Found[]> => {
  const read = kind.read({ kubeconfig: { value: api.kubeconfig() }, ...spec })
  if ('issues' in read) throw new Error(read.issues.map(({ message }) => message).join())
  const run = createClientRun(
    { mask: new Mask(), timeoutMs: 5_000, resolveSecret: async (source) => String(Object(source).value) },
    new AbortController().signal,
  )
  const context = { ...run, isHidden: async () => false, positions: new Map<string, string>(), onStored: () => {} }
  const found: Found[] = []
  for await (const one of read.scraper.scrape(context)) found.push(one)
  return found
}
const errors = async (spec: object) =>
  (await scrape(spec)).map((found) => (found.kind === 'error' ? found.reason : found.kind))
const [app, conf] = [{ path: '/reports/app.yaml' }, { path: ['/reports/conf.d/*.conf'], format: 'properties' }]

test('reads files of one ready pod of a workload, by path and pattern', async () => {
  const selector = { namespace: 'shop', kind: 'replicaset', name: 'w*' }
  expect(await scrape({ selector, files: [app, conf] })).toEqual([
    {
      kind: 'text',
      text: 'port: 8080\n',
      format: 'yaml',
      known: {
        id: 'shop/ReplicaSet/web/reports/app.yaml',
        name: 'app.yaml',
        source: 'shop/web-1/reports/app.yaml',
        tags: { namespace: 'shop' },
        links: [{ kind: 'parent', to: { id: 'uid-web', type: 'Kubernetes::ReplicaSet' } }],
      },
    },
    expect.objectContaining({ text: 'x = 1\n', format: 'properties' }),
    expect.objectContaining({ text: 'ä\n', format: 'properties' }),
  ])
})

test('reads all pods that are selected themselves, in the container that is asked for', async () => {
  const found = await scrape({ selector: { labelSelector: 'app=mail' }, container: 'proxy', files: [app] })
  expect(found).toMatchObject([{ known: { id: 'shop/Pod/mail/reports/app.yaml' } }])
  expect(exec.requests.map((url) => new URL(url, 'http://a').searchParams.get('container')).at(-1)).toBe('proxy')
  expect(await errors({ selector: { name: 'web-*' }, files: [app] })).toEqual([
    'Pod shop/web-0 is not running.',
    'text',
    'text',
  ])
})

test('reports what it cannot read, and reads the rest', async () => {
  const selector = { kind: 'ReplicaSet' }
  const none = { path: ['/reports/none.conf', '/reports/app.yaml'] }
  expect(await errors({ selector, files: [none, app] })).toEqual([
    'text',
    'shop/web-1: /reports/none.conf is no file that can be read in container web.',
    'text',
  ])
  expect(await errors({ selector, container: 'db', files: [app] })).toEqual([
    'shop/web-1: the pod has no container db, only web, proxy.',
  ])
  exec.mode = 'deny'
  expect(await errors({ selector, files: [app] })).toEqual([
    'shop/web-1: No command can run in the pod: a proxy before the cluster may not allow web sockets.',
  ])
  api.fail('pods/exec', 'forbidden')
  expect(await errors({ selector, files: [app] })).toEqual([
    'shop/web-1: The cluster returned 403: pods/exec is forbidden.',
  ])
  exec.mode = 'drop'
  expect(await errors({ selector, files: [app] })).toEqual([
    'shop/web-1: The server closed the connection before the response was complete.',
  ])
})

const outcome = async (selector: object) => errors({ selector, files: [app] }).catch((error: unknown) => String(error))

test('reports a selector that finds no pod', async () => {
  expect(await outcome({ name: 'nothing' })).toEqual(['No Pod matches the selector.'])
  expect(await outcome({ kind: 'Service', namespace: 'shop' })).toEqual(['Service shop/gone has no running pod.'])
  expect(await outcome({ kind: 'Secret' })).toEqual(['Secret shop/db selects no pods.'])
  expect(await outcome({ kind: 'Gateway' })).toBe('Error: The cluster has no kind Gateway')
  expect(await outcome({ namespace: '' })).toBe('Error: needs kind, namespace, name, labelSelector or fieldSelector')
})
