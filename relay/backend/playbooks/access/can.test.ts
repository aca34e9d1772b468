import { expect, test } from 'vitest'
import { grantSchema, type Grant } from '#shared/access/grant.ts'
import type { About } from '#shared/access/question.ts'
import { findApprovalDenial } from './can.ts'

const about: About = {
  playbook: { id: 'p1', name: 'restart', namespace: 'default' },
  config: { id: 'c1', name: 'ledger', namespace: 'pay', type: 'Kubernetes::Pod', tags: {}, labels: {} },
}
const approving = (fields: Partial<Grant>) => {
  const deny = { id: 'd', subject: 'ada', subject_type: 'person', action: 'playbook:approve', deny: true }
  const viewer = { id: 'ada', name: 'Ada', email: 'ada@example.test', roles: ['admin'] }
  return findApprovalDenial({ ...viewer, grants: [grantSchema.parse({ ...deny, ...fields })] }, about)
}
const message = 'Ada is not allowed to approve this run: a permission denies it. Ask an administrator.'

test.each([
  { playbook_id: 'p1' },
  { object_selector: { playbooks: [{ name: 'rest*' }] } },
  { object_selector: { configs: [{ search: 'namespace=pay type=pod' }] } },
  { object_selector: { configs: [{ fieldSelector: 'namespace=pay' }] } },
  { object_selector: { configs: [{ search: 'config.spec.replicas=3' }] } },
  { object_selector: { configs: [{ scope: 'pay/ledger' }] } },
])('denies approval by a deny on %j, also a partial one', (fields) => {
  expect(approving(fields)).toBe(message)
})

test.each([
  { playbook_id: 'p2' },
  { object_selector: { playbooks: [{ name: 'scale*' }] } },
  { object_selector: { configs: [{ search: 'namespace=shop' }] } },
])('does not deny approval by a deny on %j', (fields) => {
  expect(approving(fields)).toBeNull()
})
