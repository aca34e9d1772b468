import { expect, test } from 'vitest'
import { playbookSpecSchema } from '#shared/playbooks/playbook-spec.ts'
import type { Target } from '#relay/backend/playbooks/runs/targets.ts'
import { assertMatches, matchesTarget } from './matches-target.ts'

const actions = [{ name: 'restart', exec: { script: 'true' } }]
const spec = (fields: Readonly<Record<string, unknown>>) => playbookSpecSchema.parse({ actions, ...fields })
const target: Target = {
  kind: 'config',
  id: 'c1',
  name: 'ledger',
  type: 'Kubernetes::Pod',
  namespace: 'pay',
  status: null,
  health: null,
  labels: { team: 'shop' },
  tags: {},
  row: {},
  agent: null,
}

test.each([
  [{}, false],
  [{ configs: [{}] }, true],
  [{ configs: [{ types: ['Kubernetes::Pod'] }] }, true],
  [{ configs: [{ types: ['Kubernetes::Node'] }] }, false],
  [{ configs: [{ types: ['Kubernetes::Node'] }, { labelSelector: 'team=shop' }] }, true],
  [{ configs: [{ types: ['Kubernetes::Pod'], labelSelector: 'team=web' }] }, false],
  [{ components: [{}], checks: [{}] }, false],
])('a playbook with %j matches a pod: %s', (fields, expected) => {
  expect(matchesTarget(spec(fields), target)).toBe(expected)
})

test.each([
  ['no target needed', {}, null],
  ['a target that was not asked for', {}, target],
  ['a matching target', { configs: [{}] }, target],
])('starting is allowed with %s', async (_case, fields, chosen) => {
  await expect(assertMatches('Restart', spec(fields), chosen, {})).resolves.toBeUndefined()
})

test.each([
  ['no target', { configs: [{}], checks: [{}] }, null, 'Restart needs a target: choose a config or a check.'],
  [
    'a target of another kind',
    { components: [{}] },
    target,
    'Restart does not apply to the config ledger: no selector matches.',
  ],
])('starting is rejected with %s', async (_case, fields, chosen, message) => {
  await expect(assertMatches('Restart', spec(fields), chosen, {})).rejects.toMatchObject({ status: 400, message })
})
