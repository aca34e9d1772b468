import { describe, expect, test } from 'vitest'
import { linkVariables, resourceVariables, resultVariables } from '#relay/backend/checks/spec/check-variables.ts'
import { requestVariables } from '#relay/backend/clients/http/fill-variables.ts'
import { conditionVariables } from '#relay/backend/incidents/done/condition-variables.ts'
import { createEventValues } from '#relay/backend/notifications/events/event-values.ts'
import { createEnvironment, triggerVariables } from '#relay/backend/playbooks/runs/run-environment.ts'
import { toExpressionValues } from '#relay/backend/incidents/rules/matching-failures.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { componentVariables } from '#relay/backend/topology/build/build-components.ts'
import { emptyRows, filledRow } from '#relay/backend/templates/places/empty-rows.ts'
import { examples } from '#tests/expression-examples.ts'
import { places } from '#relay/backend/templates/places/places.ts'

const target = {
  id: 'i',
  name: 'machine-1',
  type: 'Case::Machine',
  namespace: null,
  status: 'Running',
  health: 'healthy',
  labels: { tier: 'front' },
  tags: {},
  agent: null,
}
const config = { ...target, external_id: ['machine-1'] }
const playbook = { id: 'p', name: 'fix', namespace: '', title: 'Fix' }
const event = createEventValues({ event: 'config.unhealthy', kind: 'config', target: { ...target, row: config } })
const run = createEnvironment({ playbook, target: null, params: {}, user: null })
const failure = {
  ...target,
  kind: 'check' as const,
  namespace: '',
  severity: '',
  category: '',
  owner: '',
  message: 'down',
  sinceMs: 0,
  components: [],
  group: '',
  groupName: '',
}

const record = { ...target, namespace: '', labels: {}, canaryId: 'c', canaryName: 'web', canaryNamespace: '' }
const facts = { id: 'x', created_at: '2026-01-02T03:04:05Z', since: '2026-01-02T03:04:05Z' }

const environments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'check-result': resultVariables(record, { pass: true, message: 'up' }, 5, undefined),
  'check-relationship': linkVariables(record),
  'component-id': componentVariables({ fields: { name: 'web' }, properties: [] }),
  'check-request': requestVariables(resourceVariables(record), {}),
  'definition-of-done': conditionVariables(
    { check: facts, config: facts, component: facts, analysis: facts, incident: facts },
    0,
  ),
  'event-filter': event,
  'event-message': event,
  'incident-filter': toExpressionValues(failure, 0),
  'playbook-condition': run,
  'playbook-text': run,
  'playbook-trigger': triggerVariables({ kind: 'config', row: config }, 'unhealthy'),
}

describe.each(places)('$title', ({ id, variables, languages }) => {
  const environment = environments[id] ?? {}
  test('has exactly the variables of the table', () => {
    expect(Object.keys(environment).toSorted()).toEqual(variables.map(({ name }) => name).toSorted())
  })

  test('every variable evaluates', async () => {
    const expressions = variables.flatMap(({ name }) => [
      ...(languages.includes('expr')
        ? [{ language: 'expr', source: name } as const, { language: 'expr', source: `.${name} == ${name}` } as const]
        : []),
      ...(languages.includes('template')
        ? [
            { language: 'template', source: `{{.${name}}}` } as const,
            { language: 'template', source: `{{${name}}}` } as const,
          ]
        : []),
      ...(languages.includes('javascript') ? [{ language: 'javascript', source: name } as const] : []),
      ...(languages.includes('jsonPath') ? [{ language: 'jsonPath', source: `$.${name}` } as const] : []),
    ])
    const results = await evaluateAll(expressions, environment)
    const failed = results.flatMap((result, index) =>
      result.ok ? [] : [`${expressions[index]?.source}: ${result.error.message}`],
    )
    expect(failed).toEqual([])
  })
})

test('resources that an event or a run has not are empty', async () => {
  const sources = [
    'check.name == ""',
    'component.labels.size() == 0',
    '.canary.namespace == ""',
    'comment.comment == ""',
  ]
  const results = await evaluateAll(
    sources.map((source) => ({ language: 'expr', source }) as const),
    event,
  )
  expect(results).toEqual(sources.map(() => ({ ok: true, value: true })))
  expect(run).toMatchObject({ config: emptyRows.config, check: emptyRows.check })
})

test('the last action and its result are those of the last step that ran', () => {
  const step = { name: 'look', status: 'completed', result: { stdout: 'green' }, error: null }
  const steps = [step, { ...step, name: 'left', status: 'skipped', result: {} }]
  const environment = createEnvironment({ playbook, target: null, params: {}, user: null, steps })
  expect(environment).toMatchObject({ lastAction: { name: 'look' }, last_result: { stdout: 'green' } })
})

test('a definition of done has only the resources of its evidence', () => {
  const rows = { check: facts, config: null, component: null, analysis: null, incident: facts }
  expect(Object.keys(conditionVariables(rows, 0))).toEqual(['check', 'incident'])
})

test('a field of the result does not replace what the check is about', () => {
  const result = { pass: false, message: 'down', details: { check: 'x', pass: 'x', code: 500 } }
  expect(resultVariables(record, result, 5, undefined)).toMatchObject({ pass: false, code: 500, check: { id: 'i' } })
})

test('times of rows are timestamps in the CEL of every place with rows', async () => {
  const row = { ...config, created_at: '2026-01-02T03:04:05+00:00' }
  const withRows = [
    createEventValues({
      event: 'config.unhealthy',
      kind: 'config',
      target: { ...target, row },
      recentEvents: [{ created_at: row.created_at }],
    }),
    createEnvironment({ playbook, target: { ...target, kind: 'config', row }, params: {}, user: null }),
    triggerVariables({ kind: 'config', row }, 'unhealthy'),
    conditionVariables({ check: null, config: row, component: null, analysis: null, incident: facts }, 0),
  ]
  const sources = ['config.created_at < now()', 'recent_events[0].created_at < now()']
  for (const [index, values] of withRows.entries()) {
    const expressions = sources.slice(0, index === 0 ? 2 : 1).map((source) => ({ language: 'expr', source }) as const)
    const results = await evaluateAll(expressions, values)
    expect(results).toEqual(expressions.map(() => ({ ok: true, value: true })))
  }
})

test('the health at the time of an event wins over the present one', () => {
  expect(event).toMatchObject({ new_state: 'unhealthy', status: 'Running', name: 'machine-1' })
})

test('null texts of a row become empty, dates stay null', () => {
  expect(filledRow('config', { status: null, deleted_at: null, name: 'a' })).toMatchObject({
    status: '',
    deleted_at: null,
    name: 'a',
    health: '',
  })
})

test.each(examples)('$language: $source', async ({ language, source, result }) => {
  const [outcome] = await evaluateAll([{ language, source, readsActions: true }], { config })
  expect(outcome).toEqual({ ok: true, value: result })
})
