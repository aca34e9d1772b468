import { expect, test } from 'vitest'
import { readPlaybookSpec } from './read-spec.ts'

const readStep = async (step: Readonly<Record<string, unknown>>) => {
  const read = await readPlaybookSpec({ actions: [{ name: 'step', ...step }] })
  return 'error' in read ? read.error.reason : 'loads'
}

test.each([
  [{ exec: { script: 'ls', checkout: { branch: 'main' } } }, 'actions[0].exec.checkout: needs url or connection'],
  [
    { exec: { script: 'ls', connections: { aws: {} } } },
    'actions[0].exec.connections.aws: needs connection or accessKey',
  ],
  [
    { exec: { script: 'ls', connections: { azure: { connection: 'a', clientld: 'b' } } } },
    `actions[0].exec.connections.azure.clientld: unknown field (did you mean "clientID"?)`,
  ],
  [
    { exec: { script: 'ls', connections: { serviceAccount: true } } },
    'actions[0].exec.connections.serviceAccount: cannot work here: scripts do not have the identity of the pod; set kubernetes.connection or kubernetes.kubeconfig',
  ],
  [
    { exec: { script: '#!/usr/bin/ruby\nputs 1' } },
    "actions[0].exec.script: Scripts for 'ruby' are not supported. Supported: sh, bash, pwsh, powershell, python, python3, node, bun.",
  ],
  [
    { exec: { script: '#!/usr/bin/env -S perl -w\nprint 1' } },
    "actions[0].exec.script: Scripts for 'perl' are not supported. Supported: sh, bash, pwsh, powershell, python, python3, node, bun.",
  ],
  [
    { http: { url: 'http://a.example.test', awsSigV4: { region: 'a' } } },
    'actions[0].http.awsSigV4: Signing requests for AWS is not available.',
  ],
  [
    { exec: { script: 'ls', setup: { python: { version: '3' } } } },
    'actions[0].exec.setup: Installed runtimes are used. Remove setup from the step.',
  ],
  [
    { gitops: { repo: { url: '/a' }, commit: { message: 'a' }, patches: [{ path: 'a', jq: '.', if: 'true' }] } },
    'actions[0].gitops.patches[0].if: Use if of the step, with a step for each condition.',
  ],
  [
    { exec: { script: 'ls' }, parallelism: 2 },
    'actions[0].parallelism: Steps run one after another. Remove parallelism from the step.',
  ],
  [
    { exec: { script: 'echo $(.request.headers.x-name)' } },
    'actions[0].exec.script: Template of a program, line 1, column 6: $(.request.headers.x-name) cannot be read as a value. Write it in {{…}}, and a name with a dash as {{index .request.headers "x-name"}}.',
  ],
  [{ exec: { script: 'ls' }, if: 'true', filter: 'true' }, 'actions[0].filter: repeats if.'],
  [
    { exec: { script: 'ls' }, filter: 'failure() &&' },
    'actions[0].filter: CEL expression, line 1, column 19: Unexpected token: EOF.',
  ],
  [
    { report: { view: 'default/a', format: 'html' } },
    'actions[0].report: There are no views here to make a report of. Use a step of another kind.',
  ],
  [{ http: { method: 'GET' } }, 'actions[0].http: needs url or connection'],
  [{ http: { url: '' } }, 'actions[0].http: needs url or connection'],
  [{ sql: { query: 'select 1' } }, 'actions[0].sql: needs url or connection'],
  [{ notification: { title: 'a', message: 'b' } }, 'actions[0].notification: needs url or connection'],
  [{ prometheus: { query: 'up' } }, 'actions[0].prometheus: needs url or connection'],
  [
    { logs: { kubernetes: { kind: 'Pod', namespace: 'a', name: 'a', pods: [{ labelSelector: 'a in' }] } } },
    'actions[0].logs.kubernetes.pods[0].labelSelector: "a in" is not a label selector, such as app=web,tier!=test.',
  ],
  [
    { logs: { loki: { url: 'a', query: '{}', since: 'soon' } } },
    'actions[0].logs.loki.since: must be a duration such as 30m, 12h or 7d',
  ],
  [{ logs: { loki: { query: '{}' } } }, 'actions[0].logs.loki.url: required'],
  [{ logs: {} }, 'actions[0].logs: needs exactly one of loki, opensearch, cloudwatch, kubernetes.'],
])('rejects a step that can only fail: %j', async (step, reason) => {
  expect(await readStep(step)).toBe(reason)
})

test.each([
  { exec: { script: '#!/bin/bash -e\nls' } },
  { exec: { script: '#!/usr/bin/env -S python3 -u\nprint(1)' } },
  { exec: { script: '#! /usr/bin/env node\n1' } },
  { exec: { script: '# not a shebang: #!/usr/bin/ruby\nls' } },
  { exec: { script: 'ls', connections: { aws: { connection: 'connection://prod/aws', region: 'eu-west-1' } } } },
  {
    exec: {
      script: 'ls',
      connections: { aws: { connection: '{{.config.tags.account}}', region: '{{.params.region}}' } },
    },
  },
  {
    exec: {
      script: 'ls',
      connections: { kubernetes: { kubeconfig: { value: '/etc/kubeconfig' } }, eksPodIdentity: false },
    },
  },
  { http: { url: '{{.params.address}}' } },
  { http: { connection: 'connection://prod/api', ntlm: true, ntlmv2: 'true', digest: true } },
  { sql: { query: 'select 1', connection: 'connection://prod/orders' } },
  { notification: { title: 'a', message: 'b', url: 'slack://token@channel' } },
])('loads a step whose target a run knows: %j', async (step) => {
  expect(await readStep(step)).toBe('loads')
})

test.each([
  { contentType: 'text/markdown', exec: { script: 'ls' } },
  { exec: { script: 'ls', env: [{ name: 'a', valueFrom: { serviceAccount: 'b' } }] } },
  {
    exec: { script: 'ls', env: [{ name: 'a', valueFrom: { secretKeyRef: { name: 'a', key: 'b', optional: true } } }] },
  },
  {
    http: {
      url: 'http://a',
      username: { name: 'x', value: 'y' },
      password: { valueFrom: { helmRef: { name: 'a', key: 'b' } } },
    },
  },
  { http: { url: 'http://a', bearer: { value: 't' }, tls: { insecureSkipVerify: true } } },
  { gitops: { repo: { url: '/a', username: { value: 'a' } }, commit: { message: 'a' } } },
])('accepts the published form of a step: %j', async (step) => {
  expect(await readStep(step)).toBe('loads')
})

const readSchedule = (schedule: string) =>
  readPlaybookSpec({ on: { schedule: [{ schedule }] }, actions: [{ name: 'a', exec: { script: 'ls' } }] })

test('rejects a schedule that cannot be read', async () => {
  expect(await readSchedule('0 9 * * MON')).toHaveProperty('spec')
  expect(await readSchedule('@every soon')).toEqual({
    error: {
      path: ['on', 'schedule', 0, 'schedule'],
      reason: expect.stringContaining('on.schedule[0].schedule: The schedule "@every soon" has no duration'),
    },
  })
})

test('accepts fields for other readers of the document', async () => {
  const spec = { ui: {}, mcp: {}, jsonSchema: {}, actions: [{ name: 'a', exec: { script: 'ls' } }] }
  expect('spec' in (await readPlaybookSpec(spec))).toBe(true)
})
