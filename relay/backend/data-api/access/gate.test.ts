import { describe, expect, test } from 'vitest'
import { createGate } from './gate.ts'
import { grantSchema } from '#shared/access/grant.ts'
import type { Resource } from '#shared/access/resources.ts'
import { roleAllows, roles } from '#shared/access/roles.ts'
import { accessMatrix } from './access-matrix.ts'

const gate = createGate(accessMatrix)
const as = (...roles: string[]) => ({ id: 'p1', name: 'P', email: 'p@example.test', roles })
const decide = (role: string, method: string, relation: string) => gate(as(role), method, relation).kind

const withGrants = (...grants: object[]) => ({
  ...as('viewer'),
  grants: grants.map((fields, n) =>
    grantSchema.parse({ id: `g${n}`, subject: 'p1', subject_type: 'person', action: 'read', ...fields }),
  ),
})

const settingsResources = {
  teams: 'database',
  incident_rules: 'incident',
  config_scrapers: 'config_scrapers',
  topologies: 'topologies',
  canaries: 'canaries',
  connections: 'connections',
  logging_backends: 'logging_backends',
  notifications: 'notifications',
  properties: 'properties',
  permissions: 'permissions',
  playbooks: 'playbooks',
} as const satisfies Record<string, Resource>

describe('the gate of the data API', () => {
  test.each([
    ['viewer', 'GET', 'configs', 'allowed'],
    ['viewer', 'POST', 'configs', 'refused'],
    ['viewer', 'GET', 'incidents', 'allowed'],
    ['viewer', 'GET', 'connections', 'refused'],
    ['viewer', 'GET', 'properties', 'allowed'],
    ['viewer', 'GET', 'identities', 'refused'],
    ['admin', 'POST', 'identities', 'refused'],
    ['admin', 'PATCH', 'connections_list', 'refused'],
    ['admin', 'POST', 'playbook_runs', 'refused'],
    ['viewer', 'GET', 'people', 'allowed'],
    ['editor', 'PATCH', 'people', 'refused'],
    ['editor', 'PATCH', 'connections', 'refused'],
    ['editor', 'POST', 'permissions', 'allowed'],
    ['commander', 'PATCH', 'playbook_runs', 'refused'],
    ['commander', 'POST', 'incidents', 'allowed'],
    ['responder', 'DELETE', 'comments', 'allowed'],
    ['responder', 'PATCH', 'canaries', 'refused'],
    ['editor', 'PATCH', 'canaries', 'allowed'],
    ['editor', 'POST', 'playbooks', 'allowed'],
    ['editor', 'GET', 'connection_details', 'allowed'],
    ['editor', 'PATCH', 'connection_details', 'refused'],
    ['editor', 'GET', 'job_histories', 'allowed'],
    ['guest', 'GET', 'configs', 'allowed'],
    ['guest', 'GET', 'connections', 'refused'],
    ['admin', 'DELETE', 'permissions', 'allowed'],
    ['admin', 'GET', 'casbin_rule', 'refused'],
    ['admin', 'GET', 'rpc/lookup_component_incidents', 'allowed'],
    ['admin', 'GET', 'canary_names', 'unknown'],
    ['admin', 'GET', 'pg_class', 'unknown'],
    ['admin', 'GET', 'access_tokens', 'unknown'],
    ['admin', 'GET', 'rpc/lookup_component_x; drop table people', 'unknown'],
    ['viewer', 'GET', 'rpc/related_configs_recursive', 'allowed'],
    ['admin', 'HEAD', 'configs', 'refused'],
    ['admin', 'PUT', 'configs', 'refused'],
    ['admin', 'OPTIONS', 'configs', 'refused'],
    ['constructor', 'GET', 'configs', 'refused'],
  ])('answers a %s who sends %s for %s: %s', (role, method, relation, expected) => {
    expect(decide(role, method, relation)).toBe(expected)
  })

  test.each(Object.entries(settingsResources))(
    'saves and deletes a settings resource with write permission on %s only [PERM-24]',
    (relation, resource) => {
      for (const method of ['POST', 'PATCH', 'DELETE']) {
        const allowedRoles = roles.filter((role) => decide(role, method, relation) === 'allowed')
        expect(allowedRoles).toEqual(roles.filter((role) => roleAllows(role, 'write', resource)))
      }
      const object = accessMatrix.relation(relation)?.object
      expect(gate(withGrants({ object, action: 'read' }), 'DELETE', relation).kind).toBe('refused')
      expect(gate(withGrants({ object, action: '*' }), 'DELETE', relation).kind).toBe('allowed')
      const role = resource === 'permissions' ? 'editor' : 'admin'
      expect(
        gate({ ...withGrants({ object, action: 'delete', deny: true }), roles: [role] }, 'DELETE', relation).kind,
      ).toBe('refused')
    },
  )

  test('allows what any of several roles allows, and nothing without a role', () => {
    expect(gate(as('viewer', 'responder'), 'POST', 'incidents')).toEqual({
      kind: 'allowed',
      object: 'incident',
      action: 'create',
    })
    expect(gate(as(), 'GET', 'configs')).toEqual({ kind: 'refused', object: 'catalog', action: 'read' })
  })

  test('follows grants and denies on the object of a relation', () => {
    expect(gate(withGrants({ object: 'connection' }), 'GET', 'connections').kind).toBe('allowed')
    expect(gate(withGrants({ object: 'connection' }), 'PATCH', 'connections').kind).toBe('refused')
    expect(gate(withGrants({ object: 'catalog', deny: true }), 'GET', 'configs')).toEqual({
      kind: 'refused',
      object: 'catalog',
      action: 'read',
    })
    expect(gate(withGrants({ object: '*', action: '*' }), 'GET', 'casbin_rule').kind).toBe('refused')
  })

  test('reports decisions that apply to some rows only', () => {
    expect(gate(withGrants({ connection_id: 'c1' }), 'GET', 'connections').kind).toBe('some')
    expect(gate(withGrants({ config_id: 'c1', deny: true }), 'GET', 'config_items').kind).toBe('some')
  })
})
