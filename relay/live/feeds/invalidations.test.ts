import { expect, test } from 'vitest'
import { topicsOfRelation, topicsOfWrite } from './invalidations.ts'

test.each([
  ['POST', '/api/canary/run/check/0195c0de-0000-7000-8000-000000000001', ['health.checks', 'health.statuses']],
  ['PATCH', '/api/db/canaries?id=eq.1', ['health.checks', 'health.canaries']],
  ['POST', '/api/db/playbooks', ['playbooks.playbooks']],
  ['DELETE', '/api/db/permissions?id=eq.1', ['settings.permissions']],
  ['DELETE', '/api/db/checks?id=eq.1', ['health.checks']],
  ['POST', '/api/db/check_statuses', ['health.checks', 'health.statuses']],
  ['POST', '/api/auth/invite_user', ['settings.users']],
  ['POST', '/api/auth/0195c0de-0000-7000-8000-000000000001/update_state', ['settings.users']],
  ['POST', '/api/people/update', ['settings.users']],
  ['DELETE', '/api/people/0195c0de-0000-7000-8000-000000000001', ['settings.users']],
  ['POST', '/api/playbook/run', ['playbooks.runs', 'playbooks.run']],
  ['POST', '/api/playbook/run/cancel/0195c0de-0000-7000-8000-000000000001', ['playbooks.runs', 'playbooks.run']],
])('%s %s may change %j', (method, url, topics) => {
  expect(topicsOfWrite(method, url)).toEqual(topics)
})

test.each([
  ['GET', '/api/db/canaries'],
  ['POST', '/api/db/incidents'],
  ['POST', '/api/db/rpc/checks'],
  ['POST', '/api/canary/run/topology/1'],
])('%s %s changes no topic', (method, url) => {
  expect(topicsOfWrite(method, url)).toEqual([])
})

test('a relation that no topic shows moves none, whatever its name', () => {
  expect([topicsOfRelation('teams'), topicsOfRelation('constructor')]).toEqual([[], []])
})
