import { createServer, request as ask } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import { roleAllows, roles, type Role } from '#shared/access/roles.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { everyWrite } from '#relay/backend/data-api/access/access-line.ts'
import { functionAccess } from '#relay/backend/data-api/access/function-access.ts'
import { relationAccess } from '#relay/backend/data-api/access/relation-access.ts'
import { standaloneRoutes } from '#relay/proxy/standalone-routes.ts'
import { startRelayApp, type RelayApp } from '#tests/fixtures/relay-app.ts'

const startOpenBackend = async () => {
  const reached: string[] = []
  const server = createServer((request, response) => {
    if (request.headers['x-from'] === 'browser')
      reached.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`)
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'))
  })
  const port = await listen(server)
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { reached, url: `http://relay:pass@127.0.0.1:${port}`, stop }
}

let backend: Awaited<ReturnType<typeof startOpenBackend>>
let relay: RelayApp
beforeEach(async () => {
  backend = await startOpenBackend()
})
afterEach(async () => {
  await relay.stop()
  await backend.stop()
})
const begin = async (role: Role) => {
  relay = await startRelayApp(backend.url, { standaloneRoles: [role] })
}

/** Sends the path unchanged; `fetch` would normalize it. */
const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(relay.url)
    const options = { hostname, port, method, path, headers: { 'x-from': 'browser', ...headers } }
    ask(options, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })

const isAdmin = (role: Role) => role === 'admin'
const answered = (canPass: boolean) => (canPass ? 200 : 403)

describe.each(roles)('in standalone mode a %s before a backend that allows everything', (role) => {
  test('reads and writes the relations that the matrix allows for the role', async () => {
    await begin(role)
    for (const [name, line] of Object.entries(relationAccess)) {
      const reads = line.internal !== true && roleAllows(role, 'read', line.read)
      expect([name, await send('GET', `/api/db/${name}`)]).toEqual([name, answered(isAdmin(role) || reads)])
      const embed = `/api/db/teams?select=id,${name}(*)`
      // Actions of runs cannot be embedded: their results contain restricted data.
      const embeds = name !== 'playbook_run_actions' && (isAdmin(role) || reads)
      expect([embed, await send('GET', embed)]).toEqual([embed, answered(embeds)])
      for (const method of everyWrite) {
        const writes =
          line.internal !== true && line.writes?.includes(method) === true && roleAllows(role, 'write', line.write)
        const status = await send(method, `/api/db/${name}?id=eq.1`, { 'content-length': '0' })
        expect([method, name, status]).toEqual([method, name, answered(isAdmin(role) || writes)])
      }
    }
  })

  test('calls the functions that the matrix allows for the role', async () => {
    await begin(role)
    for (const name of Object.keys(functionAccess)) {
      const line = accessMatrix.function(name)
      const canAccess = (action: 'read' | 'write') =>
        isAdmin(role) || (line !== undefined && line.internal !== true && roleAllows(role, action, line[action]))
      expect([name, await send('GET', `/api/db/rpc/${name}`)]).toEqual([name, answered(canAccess('read'))])
      const called = await send('POST', `/api/db/rpc/${name}`, { 'content-length': '0' })
      expect([name, called]).toEqual([name, answered(canAccess('write'))])
    }
  })

  test('uses the routes that the matrix allows for the role', async () => {
    await begin(role)
    for (const [route, { action, resource }] of Object.entries(standaloneRoutes)) {
      const [method = '', path = ''] = route.split(' ')
      const status = await send(method, `/api/${path.replaceAll(':', 'x1').replace('*', 'a/b')}`, {
        'content-length': '0',
      })
      expect([route, status]).toEqual([route, answered(roleAllows(role, action, resource))])
    }
  })
})

const hostile: readonly (readonly [method: string, path: string, headers?: Record<string, string>])[] = [
  ['POST', '/api/db/playbooks'],
  ['POST', '/%61pi/db/playbooks'],
  ['POST', '/api/%64b/playbooks'],
  ['POST', '/api/db%2Fplaybooks'],
  ['POST', '/api/db/playbooks%2500'],
  ['POST', '/api/db//playbooks'],
  ['POST', '/api/db/./playbooks'],
  ['POST', '/api/canary/api/summary/../../../db/playbooks'],
  ['POST', '/api/canary/api/summary/%2e%2e/%2e%2e/%2e%2e/db/playbooks'],
  ['POST', '/api/db/playbooks/'],
  ['POST', '/api/DB/playbooks'],
  ['POST', '/api/Db/Playbooks'],
  ['POST', '/api/db/playbooks?select=id'],
  ['POST', '/api/db/playbooks#/api/canary/api/summary'],
  ['POST', '/api/nothing/here'],
  ['PUT', '/api/db/playbooks'],
  ['TRACE', '/api/db/playbooks'],
  ['POST', '/api/canary/run/check/x'],
  ['GET', '/api/canary/run/check/x'],
  ['GET', '/api/canary/run%2Fcheck%2Fx'],
  ['POST', '/api/playbook/webhook/deploy'],
  ['GET', '/api/kubeconfig'],
  ['GET', '/api/kubeproxy/api/v1/secrets'],
  ['GET', '/api/db/people?select=*,%22connections%22(*)'],
  ['GET', '/api/db/people?x=1;select=connections(*)'],
  ['GET', '/api/db/identities'],
  ['GET', '/api/db/people', { 'accept-profile': 'kratos' }],
]

test.each(['viewer', 'guest'] as const)('no hostile request of a %s reaches the backend', async (role) => {
  await begin(role)
  for (const [method, path, headers = {}] of hostile)
    for (const written of [path, `${relay.url}${path}`]) {
      const status = await send(method, written, { ...headers, 'content-length': '0' })
      expect([method, written, status >= 400]).toEqual([method, written, true])
    }
  expect(backend.reached).toEqual([])
})

test('no socket is forwarded to the backend', async () => {
  await begin('viewer')
  const { hostname, port } = new URL(relay.url)
  const headers = { 'x-from': 'browser', connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
  const upgrade = ask({ hostname, port, path: '/api/kubeproxy/exec', headers })
  const over = new Promise((resolve) => upgrade.on('error', resolve).on('close', resolve))
  await new Promise<void>((resolve) => {
    upgrade.on('socket', (socket) => socket.on('connect', resolve)).end()
  })
  expect(await send('GET', '/api/db/people')).toBe(200)
  upgrade.destroy()
  await over
  expect(backend.reached).toEqual([`GET /db/people Basic ${btoa('relay:pass')}`])
})

test.each(['x-http-method', 'x-http-method-override', 'x-method-override', 'X_HTTP_Method_Override'])(
  'a read request cannot carry another method by %s',
  async (name) => {
    const seen: string[] = []
    await backend.stop()
    const server = createServer((request, response) => {
      seen.push(...Object.keys(request.headers).filter((header) => header.includes('method')))
      response.end('[]')
    })
    const port = await listen(server)
    relay = await startRelayApp(`http://127.0.0.1:${port}`, {
      standaloneRoles: ['viewer'],
    })
    expect(await send('GET', '/api/db/people', { [name]: 'DELETE' })).toBe(200)
    expect(seen).toEqual([])
    server.close()
    server.closeAllConnections()
  },
)

test('an administrator writes with the credential of the relay, also to unknown relations', async () => {
  await begin('admin')
  expect(await send('POST', '/api/nothing/here', { 'content-length': '0' })).toBe(200)
  expect(backend.reached).toEqual([`POST /nothing/here Basic ${btoa('relay:pass')}`])
})
