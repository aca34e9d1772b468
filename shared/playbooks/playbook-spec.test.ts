import { expect, test } from 'vitest'
import { actionKinds, findApprovers, getActionKind, playbookSpecSchema } from './playbook-spec.ts'

const step = { name: 'a', exec: { script: 'true' } }

test('a spec contains icon, category, resources and parameters [PLAY-02]', () => {
  const spec = {
    icon: 'kubernetes',
    category: 'Ops',
    configs: [{ types: ['Kubernetes::Pod'] }],
    components: [{ name: 'web' }],
    checks: [{ labelSelector: 'app=web' }],
    parameters: [{ name: 'replicas', label: 'Replicas', type: 'text', default: '3', properties: { min: 1 } }],
    actions: [step],
  }
  expect(playbookSpecSchema.parse(spec)).toEqual(spec)
})

const listErrors = (spec: unknown) =>
  (playbookSpecSchema.safeParse(spec).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

const oneKind = `actions.0: needs exactly one of ${actionKinds.join(', ')}`

test.each([
  [{ actions: [] }, 'actions: needs at least one action'],
  [{ actions: [{ name: 'a' }] }, oneKind],
  [{ actions: [{ ...step, http: {} }] }, oneKind],
  [{ actions: [{ ...step, delay: 'soon' }] }, 'actions.0.delay: must be a duration such as 30s, 5m or 1h30m'],
  [{ actions: [step], parameters: [{ name: 'x' }, { name: 'x' }] }, 'parameters: must have unique names'],
])('rejects %j', (spec, error) => {
  expect(listErrors(spec)).toEqual([error])
})

test('no approval without approvers; one approval suffices unless all are required', () => {
  expect(findApprovers({ approval: { type: 'all' } })).toBeNull()
  expect(findApprovers({ approval: { approvers: { teams: ['dba'] } } })).toEqual({
    type: 'any',
    people: [],
    teams: ['dba'],
  })
})

test('the kind of a step follows from its key', () => {
  const { actions } = playbookSpecSchema.parse({ actions: [step, { name: 'b', pod: { spec: {} } }] })
  expect(actions.map(getActionKind)).toEqual(['exec', 'pod'])
})
