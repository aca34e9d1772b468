import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAll, type Outcome } from '#tests/contract/data-api/compare.ts'
import { openSystems, type Call } from '#tests/contract/data-api/systems.ts'

let systems: Awaited<ReturnType<typeof openSystems>>
beforeAll(async () => {
  systems = await openSystems()
})
afterAll(() => systems.close())

interface Difference {
  readonly reason: string
  readonly call: Call
  readonly ours: Partial<Outcome>
  readonly real: Partial<Outcome>
}

const json = { 'content-type': 'application/json' }
const status = (call: Call, ours: number, real: number, reason: string): Difference => ({
  reason,
  call,
  ours: { status: ours },
  real: { status: real },
})

const differences: readonly Difference[] = [
  status(
    { path: '/rpc/services_of?team=1&select=id,ports&label=is.null' },
    400,
    400,
    'a computed column of a function that is not selected does not exist (42703); PostgREST fails to cast its row (42846)',
  ),
  status(
    { path: '/checks?select=id,services(id)&services.limit=-1' },
    400,
    500,
    'a negative limit of an embedded relation is an error of the request',
  ),
  status({ path: '/checks?offset=9223372036854775807' }, 400, 200, 'an offset beyond the bounds is rejected'),
  status(
    { method: 'PUT', path: '/teams?id=eq.1', headers: json, body: '{"id":1,"name":"core"}' },
    403,
    204,
    'the gate knows no action for PUT',
  ),
  status({ method: 'OPTIONS', path: '/teams' }, 403, 200, 'the gate knows no action for OPTIONS'),
  status({ method: 'HEAD', path: '/teams' }, 403, 200, 'the gate knows no action for HEAD'),
  status({ path: '/' }, 404, 200, 'there is no OpenAPI document'),
  status(
    { method: 'POST', path: '/teams', headers: json, body: '3' },
    400,
    201,
    'a body that is no object and no list is refused',
  ),
  status(
    { method: 'POST', path: '/teams', headers: { 'content-type': 'text/csv' }, body: 'id,name\n50,csv\n' },
    400,
    201,
    'rows are sent as JSON or as a form, not as CSV',
  ),
  status(
    { method: 'POST', path: '/rpc/fail', headers: json, body: '{"state":"42501"}' },
    403,
    401,
    'callers behind the gate are signed in, so missing permissions are not a missing sign-in',
  ),
  {
    reason: '`max-affected` came after 12.0.2',
    call: { method: 'DELETE', path: '/keyless?a=eq.2', headers: { prefer: 'handling=strict, max-affected=1' } },
    ours: { status: 400, body: { code: 'PGRST124' } },
    real: { status: 400, body: { code: 'PGRST122' } },
  },
  {
    reason: 'a CSV answer without rows has its header',
    call: { path: '/teams?id=eq.99&select=id,name', headers: { accept: 'text/csv' } },
    ours: { status: 200, body: 'id,name\n' },
    real: { status: 200, body: '\n' },
  },
  {
    reason: 'a CSV header is quoted where its names need it',
    call: { path: '/odd?select="quo\\"te"&select=select&limit=1&order=select', headers: { accept: 'text/csv' } },
    ours: { status: 200, body: '"quo""te"\nquote' },
    real: { status: 200, body: 'quo"te\nquote' },
  },
  {
    reason: 'the embedded rows in the answer to a write come in the order that was asked for',
    call: {
      method: 'PATCH',
      path: '/teams?id=eq.1&select=people(name)&people.order=name.desc',
      headers: { ...json, prefer: 'return=representation' },
      body: '{"name":"core"}',
    },
    ours: { status: 200, body: [{ people: [{ name: 'Bob' }, { name: 'Ann' }] }] },
    real: { status: 200, body: [{ people: [{ name: 'Ann' }, { name: 'Bob' }] }] },
  },
]

describe('differences from PostgREST', () => {
  test.each(differences)('$reason ($call.path)', async ({ call, ours, real }) => {
    const { responses, expected } = await askAll(systems, call)
    for (const outcome of Object.values(responses)) expect(outcome).toMatchObject(ours)
    for (const outcome of Object.values(expected)) expect(outcome).toMatchObject(real)
  })

  test('an empty list of columns returns the rows of a function without the columns of PostgREST itself', async () => {
    const { responses, expected } = await askAll(systems, { path: '/rpc/service_by_id?key=1&select=' })
    for (const { body } of Object.values(responses)) expect(body).not.toHaveProperty('json_data')
    for (const { body } of Object.values(expected)) expect(body).toHaveProperty('json_data')
  })
})
