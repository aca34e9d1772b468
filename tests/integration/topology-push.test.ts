import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { startHttp, type TestServer } from '#relay/testing/servers.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'

let backend: TestBackend | undefined
let server: TestServer | undefined
afterEach(async () => {
  await backend?.close()
  await server?.close()
  backend = undefined
  server = undefined
})

const started = (): TestBackend => {
  if (backend === undefined) throw new Error('no backend')
  return backend
}
const topologies = createTopologyClient(started)

const taking = async (code: () => number) => {
  const posts: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = []
  server = await startHttp((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      posts.push({ headers: request.headers, body: JSON.parse(text) })
      response.writeHead(code()).end()
    })
  })
  return { posts, url: `http://127.0.0.1:${server.port}/topology` }
}

const shop = (push: string) =>
  topologyDocument(
    'shop',
    `  components:
    - name: Shop
      health: healthy
      components: [{ name: Web, health: warning }]
  push: ${push}
`,
  )

test('each run posts the components as a tree, with the credentials of the document', async () => {
  const { posts, url } = await taking(() => 200)
  const login = '{ username: { value: pusher }, password: { value: very-secret } }'
  backend = await startTestBackend({
    resources: { 'shop.yaml': shop(login.replace('{ ', `{ url: '${url}', `)) },
  })
  await topologies.run('shop')
  expect(posts.at(-1)).toMatchObject({
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('pusher:very-secret').toString('base64')}`,
    },
    body: [{ name: 'Shop', health: 'warning', components: [{ name: 'Web', health: 'warning' }] }],
  })
  await eventually(async () => expect(await topologies.errors('shop')).toEqual([]))
  const { body } = await started().app.inject('/api/db/topologies?select=spec')
  expect(body).not.toContain('very-secret')
})

test('a push has the headers and the token of its document', async () => {
  const { posts, url } = await taking(() => 200)
  const push = `{ url: '${url}', bearer: { value: token-of-the-push }, headers: [{ name: x-site, value: north }] }`
  backend = await startTestBackend({ resources: { 'shop.yaml': shop(push) } })
  await topologies.run('shop')
  expect(posts.at(-1)).toMatchObject({ headers: { authorization: 'Bearer token-of-the-push', 'x-site': 'north' } })
})

test('a rejecting or unreachable address is an error of the run, and the components stay', async () => {
  let code = 503
  const { url } = await taking(() => code)
  backend = await startTestBackend({ resources: { 'shop.yaml': shop(`{ url: '${url}' }`) } })
  await topologies.run('shop')
  await eventually(async () => expect(await topologies.errors('shop')).toEqual([`push: ${url} responded with 503.`]))
  expect(await topologies.component('Web')).toMatchObject({ health: 'warning' })
  code = 200
  await topologies.run('shop')
  await eventually(async () => expect(await topologies.errors('shop')).toEqual([]))
  await server?.close()
  server = undefined
  await topologies.run('shop')
  await eventually(async () => expect(await topologies.errors('shop')).toEqual([`push: ${url}: Connection refused.`]))
})
