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

const gitops = (fields: Readonly<Record<string, unknown>>) => ({
  name: 'a',
  gitops: { repo: { url: 'file:///x' }, commit: { message: 'm' }, ...fields },
})

test.each([
  [{ actions: [] }, 'actions: needs at least one action'],
  [{ actions: [{ name: 'a' }] }, oneKind],
  [{ actions: [{ ...step, http: {} }] }, oneKind],
  ...['soon', '5 minutes', '-3s'].map((delay): [unknown, string] => [
    { actions: [{ ...step, delay }] },
    'actions.0.delay: must be a duration such as 30s, 5m or 1h30m, or an expression that returns one',
  ]),
  [
    { actions: [{ name: 'a', http: { url: 'http://x', templateBody: 'yes' } }] },
    'actions.0.http.templateBody: must be true or false, or a template',
  ],
  [{ actions: [{ ...step, retry: { limit: 'many' } }] }, 'actions.0.retry.limit: must be an integer from 0 to 100'],
  [
    { actions: [{ name: 'a', exec: { script: 'true', artifacts: [{ path: '../x' }] } }] },
    'actions.0.exec.artifacts.0.path: must be in the current directory, or /dev/stdout or /dev/stderr',
  ],
  [{ actions: [gitops({ patches: [{ path: 'a.yaml' }] })] }, 'actions.0.gitops.patches.0: needs exactly one of yq, jq'],
  [
    { actions: [gitops({ files: [{ path: 'a', content: 'x\n$delete\n' }] })] },
    'actions.0.gitops.files.0.content: must be only $delete to delete the file, without other text',
  ],
  [
    { actions: [gitops({ files: [{ path: '*.yaml', content: 'x' }] })] },
    'actions.0.gitops.files.0.path: must be one file: only $delete accepts a pattern',
  ],
  [{ actions: [step], parameters: [{ name: 'x' }, { name: 'x' }] }, 'parameters: must have unique names'],
])('rejects %j', (spec, error) => {
  expect(listErrors(spec)).toEqual([error])
})

test('no approval without approvers; every approver must approve unless any suffices', () => {
  expect(findApprovers({ approval: { type: 'all' } })).toBeNull()
  expect(findApprovers({ approval: { approvers: { teams: ['dba'] } } })).toEqual({
    type: 'all',
    people: [],
    teams: ['dba'],
  })
  expect(findApprovers({ approval: { type: 'any', approvers: { people: ['ada'] } } })?.type).toBe('any')
})

test('the kind of a step follows from its key', () => {
  const { actions } = playbookSpecSchema.parse({ actions: [step, { name: 'b', ai: { prompt: 'Why?' } }] })
  expect(actions.map(getActionKind)).toEqual(['exec', 'ai'])
})

test('booleans and numbers can be quoted in every field', () => {
  const read = playbookSpecSchema.parse({
    approval: { approvers: { people: ['a@b.c'] }, allowSelf: 'true' },
    on: { webhook: { path: 'x', authentication: { svix: { secret: 's', verifyTimestamp: 'false' } } } },
    parameters: [
      { name: 'p', required: 'true', properties: { multiline: 'true', minLength: '2', maxLength: '9', colSpan: '6' } },
    ],
    actions: [
      { ...step, retry: { limit: '3', jitter: '10', exponent: { multiplier: '2' } }, timeout: 90, delay: '5' },
      { name: 'b', http: { url: 'http://x', ntlm: 'false', ntlmv2: 'False', templateBody: 'true' } },
      gitops({ repo: { url: 'file:///x', force: 'true', skipExisting: '{{.params.keep}}' } }),
    ],
  })
  expect(read).toMatchObject({
    approval: { allowSelf: true },
    on: { webhook: { authentication: { svix: { verifyTimestamp: false } } } },
    parameters: [{ required: true, properties: { multiline: true, minLength: 2, maxLength: 9, colSpan: 6 } }],
    actions: [
      { retry: { limit: 3, jitter: 10, exponent: { multiplier: 2 } }, timeout: '90', delay: '5' },
      { http: { ntlm: false, ntlmv2: false, templateBody: true } },
      { gitops: { repo: { force: true, skipExisting: '{{.params.keep}}' } } },
    ],
  })
})
