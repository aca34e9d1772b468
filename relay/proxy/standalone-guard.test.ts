import { describe, expect, test } from 'vitest'
import { roleAllows, roles, type Role } from '#shared/access/roles.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { guardStandalone } from './standalone-guard.ts'
import { standaloneRoutes } from './standalone-routes.ts'

const asRole = (...held: string[]): Viewer => ({ id: 'p1', name: 'P', email: 'p@example.test', roles: held })
const canUse = ({ roles: held }: Viewer, method: string, relation: string) => {
  const action = method === 'GET' ? 'read' : 'write'
  const resource = relation === 'secrets' ? 'connections' : relation === 'open' ? 'canaries' : undefined
  return resource !== undefined && held.some((role) => roleAllows(role, action, resource))
}
const guard = guardStandalone(canUse)

const passes = async (role: Role | '', line: string, headers: Record<string, string> = {}): Promise<boolean> => {
  const [method = '', url = ''] = line.split(' ')
  return guard({ method, url, headers, viewer: role === '' ? asRole() : asRole(role) }).then(
    () => true,
    () => false,
  )
}
const toRequest = (route: string) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, url: `/api/${path.replaceAll(':', 'x1').replace('*', 'a/b')}` }
}

describe.each(Object.entries(standaloneRoutes))('%s', (route, { action, resource }) => {
  const { method, url } = toRequest(route)
  test.each(roles)('applies the role matrix to %s', async (role) => {
    expect(await passes(role, `${method} ${url}`)).toBe(roleAllows(role, action, resource))
  })
  test('rejects other methods and viewers without a role', async () => {
    const path = route.split(' ')[1] ?? ''
    const others = ['GET', 'POST', 'PATCH', 'DELETE', 'TRACE', 'QUERY'].filter(
      (other) => !(`${other} ${path}` in standaloneRoutes),
    )
    for (const other of others)
      for (const role of roles)
        expect([other, await passes(role, `${other} ${url}`)]).toEqual([other, role === 'admin'])
    expect(await passes('', `${method} ${url}`)).toBe(false)
  })
})

const reads = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest']
describe('a request of the data API', () => {
  test.each([
    ['GET /api/db/open', reads],
    ['HEAD /api/db/open?select=id', reads],
    ['GET /api/db/open?select=id,created_by(id)', ['admin']],
    ['GET /api/db/secrets', ['admin', 'editor']],
    ['GET /api/db/open?select=id,secrets(*)', ['admin', 'editor']],
    ['GET /api/db/open?select=id&select=...secrets(*)', ['admin', 'editor']],
    ['GET /api/db/open?a=b;select=secrets(*)', ['admin', 'editor']],
    ['GET /api/db/open?%73elect=%22secrets%22%28*%29', ['admin', 'editor']],
    ['POST /api/db/open', ['admin', 'editor']],
    ['PUT /api/db/open', ['admin', 'editor']],
    ['PATCH /api/db/open?select=*', ['admin', 'editor']],
    ['DELETE /api/db/open', ['admin', 'editor']],
    ['POST /api/db/secrets', ['admin']],
    ['GET /api/db/rpc/open', ['admin']],
    ['GET /api/db/nothing_known', ['admin']],
  ])('%s passes for %j', async (line, expected) => {
    const passed = await Promise.all(roles.map((role) => passes(role, line)))
    expect(roles.filter((_, n) => passed[n])).toEqual(expected)
  })
})

test.each([
  'GET /api/db/open/',
  'GET /api/db//open',
  'GET /api/db/OPEN',
  'GET /api/DB/open',
  'GET /%61pi/db/open',
  'GET /api/db%2Fopen',
  'GET /api/db/open%2523',
  'GET /api/db/open#x',
  'GET http://127.0.0.1/api/db/open',
  'GET /api/db/rpc%2Fopen',
  'POST /api/canary/api/summary/',
  'POST /api/Catalog/summary',
  'POST /api/playbook%2Frun',
  'POST /api/playbook/run/',
  'GET /api/kubeconfig',
  'GET /api/kubeproxy/api/v1/secrets',
  'GET /api/snapshot/topology/x',
  'POST /api/shell',
  'POST /api/nothing-here',
  'POST /api/db/',
])('%s passes only for administrators', async (line) => {
  for (const role of roles) expect([role, await passes(role, line)]).toEqual([role, role === 'admin'])
})

test.each(['accept-profile', 'content-profile'])('allows another schema by %s only to administrators', async (name) => {
  for (const role of roles)
    expect([role, await passes(role, 'GET /api/db/open', { [name]: 'kratos' })]).toEqual([role, role === 'admin'])
})
