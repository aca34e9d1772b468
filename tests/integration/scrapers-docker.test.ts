import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { scraperDocument } from '#tests/fixtures/scrapers.ts'
import { scrapingTests } from '#tests/fixtures/scraping.ts'

const { scrapers, start, at } = scrapingTests()
let engine: Server | undefined
afterEach(async () => {
  engine?.closeAllConnections()
  await new Promise<void>((resolve) => (engine === undefined ? resolve() : engine.close(() => resolve())))
  engine = undefined
})

const container = (id: string, name: string, state: object, more: object = {}) => ({
  Id: id.padEnd(64, '0'),
  Name: `/${name}`,
  Created: '2026-11-01T00:00:00Z',
  Image: 'sha256:image-of-web',
  Path: 'serve',
  Args: ['--port', '80'],
  State: { ExitCode: 0, ...state },
  Config: {
    Image: 'web:1',
    Env: ['PORT=80', 'DB_PASSWORD=word-of-the-db', 'API_TOKEN=token-of-the-api', 'URL=https://me:word-in-url@db/x'],
    Labels: { 'com.docker.compose.project': 'shop', 'com.docker.compose.service': name },
  },
  Mounts: [{ Type: 'volume', Name: 'data', Destination: '/data', RW: true }],
  NetworkSettings: { Networks: { front: { NetworkID: 'network-front', IPAddress: '172.17.0.2' } } },
  ...more,
})
const containers = [
  container('a1', 'web', { Status: 'running', Health: { Status: 'unhealthy', Log: ['noise'] } }),
  container('b2', 'job', { Status: 'exited', ExitCode: 3 }),
  container('c3', 'db', { Status: 'running' }),
]
const responses: Record<string, unknown> = {
  '/info': { ID: 'host-1', Name: 'laptop', ServerVersion: '28.0', Containers: 3, NCPU: 8 },
  '/networks': [{ Id: 'network-front', Name: 'front', Driver: 'bridge' }],
  '/volumes': { Volumes: [{ Name: 'data', Driver: 'local', Mountpoint: '/var/lib/docker/volumes/data' }] },
  '/images/json': [{ Id: 'sha256:image-of-web', RepoTags: ['web:1'], Created: 1_760_000_000, Size: 1_000 }],
  '/containers/json?all=true': containers.map(({ Id }) => ({ Id })),
  ...Object.fromEntries(containers.map((each) => [`/containers/${each.Id}/json`, each])),
}

const scraping = async (listener: RequestListener, more = '') => {
  const server = createServer(listener)
  engine = server
  await new Promise<void>((resolve) => server.listen(at('docker.sock'), resolve))
  await start({ 'docker.yaml': scraperDocument('docker', `${more}  docker: [{ socket: '${at('docker.sock')}' }]\n`) })
  return scrapers.run('docker')
}
const answering =
  (other: Readonly<Record<string, string>> = {}): RequestListener =>
  ({ url = '' }, response) => {
    const body = other[url] ?? (responses[url] === undefined ? undefined : JSON.stringify(responses[url]))
    response.writeHead(body === undefined ? 404 : 200).end(body)
  }

test('an engine yields containers, images, networks and volumes, without secrets from variables [CAT-02]', async () => {
  expect(await scraping(answering())).toMatchObject({ status: 'SUCCESS', summary: { added: 7 } })
  const [web, job, db, image] = await Promise.all(['web', 'job', 'db', 'web:1'].map((name) => scrapers.item(name)))
  expect([web, job, db]).toMatchObject([
    { type: 'Docker::Container', status: 'unhealthy', health: 'unhealthy', tags: { project: 'shop', service: 'web' } },
    { status: 'exited with 3', health: 'unhealthy' },
    { status: 'running', health: 'healthy' },
  ])
  expect(web?.config).toMatchObject({
    environment: ['PORT=80', 'DB_PASSWORD=***', 'API_TOKEN=***', 'URL=https://me:***@db/x'],
  })
  expect(JSON.stringify(await scrapers.items())).not.toMatch(/word-of|token-of|word-in|noise/)
  const host = await scrapers.item('laptop')
  expect([web, image]).toMatchObject([{ parent_id: host?.id }, { parent_id: host?.id }])
  const links = await scrapers.read(
    `config_relationships?select=related_id,relation&config_id=eq.${web?.id}&order=relation`,
  )
  expect(links).toEqual([
    { related_id: (await scrapers.item('front'))?.id, relation: 'connects to' },
    { related_id: image?.id, relation: 'runs' },
    { related_id: (await scrapers.item('data'))?.id, relation: 'uses' },
  ])
  expect((await scrapers.run('docker')).summary).toMatchObject({ added: 0, updated: 0, unchanged: 7, changes: 0 })
})

test('a container removed during the scrape is left out', async () => {
  const ids = JSON.stringify([{ Id: 'gone' }, { Id: containers[2]?.Id }])
  expect(await scraping(answering({ '/containers/json?all=true': ids }))).toMatchObject({
    errors: [],
    summary: { added: 5 },
  })
})

test.each([
  ['no JSON', answering({ '/networks': '[{' }), 'The Docker engine returned no JSON for /networks.'],
  ['something else', answering({ '/info': '[]' }), 'The Docker engine returned an invalid response for /info.'],
  [
    'too much',
    answering({ '/networks': `["${'x'.repeat(33 * 1024 * 1024)}"]` }),
    'The Docker engine returned more than 32 MB for /networks.',
  ],
])('an engine that answers %s is an error', async (_, listener, reason) => {
  expect((await scraping(listener)).errors).toEqual([reason])
})

test('an engine that hangs times out', async () => {
  const hanging = await scraping(() => undefined, '  timeout: 1s\n')
  expect(hanging.errors).toEqual([`Docker engine at ${at('docker.sock')}: timed out after 1s.`])
})

test('a missing socket is reported', async () => {
  await start({ 'docker.yaml': scraperDocument('docker', `  docker: [{ socket: '${at('none.sock')}' }]\n`) })
  expect((await scrapers.run('docker')).errors).toEqual([expect.stringContaining('none.sock')])
})
