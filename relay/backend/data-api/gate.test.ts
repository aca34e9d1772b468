import { describe, expect, test } from 'vitest'
import { createGate } from './gate.ts'
import { objectOfRelation } from './relation-objects.ts'

const gate = createGate(objectOfRelation)
const as = (...roles: string[]) => ({ id: 'p1', name: 'P', email: 'p@example.test', roles })
const may = (role: string, method: string, relation: string) => gate(as(role), method, relation).kind

describe('the gate of the data API', () => {
  test.each([
    ['viewer', 'GET', 'configs', 'allowed'],
    ['viewer', 'POST', 'configs', 'refused'],
    ['viewer', 'GET', 'incidents', 'refused'],
    ['viewer', 'GET', 'connections', 'refused'],
    ['viewer', 'GET', 'properties', 'refused'],
    ['commander', 'POST', 'incidents', 'allowed'],
    ['responder', 'DELETE', 'comments', 'allowed'],
    ['responder', 'PATCH', 'canaries', 'refused'],
    ['editor', 'PATCH', 'canaries', 'allowed'],
    ['editor', 'POST', 'playbooks', 'allowed'],
    ['editor', 'GET', 'connection_details', 'allowed'],
    ['editor', 'PATCH', 'connection_details', 'refused'],
    ['editor', 'GET', 'job_histories', 'refused'],
    ['guest', 'GET', 'configs', 'refused'],
    ['agent', 'GET', 'playbooks', 'allowed'],
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
    expect(may(role, method, relation)).toBe(expected)
  })

  test('allows what any of several roles allows, and nothing to nobody', () => {
    expect(gate(as('viewer', 'responder'), 'POST', 'incidents')).toEqual({ kind: 'allowed' })
    expect(gate(as(), 'GET', 'configs')).toEqual({ kind: 'refused', object: 'catalog', action: 'read' })
  })
})
