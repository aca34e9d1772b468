import { describe, expect, test } from 'vitest'
import { createEventValues } from '#relay/backend/notifications/event-values.ts'
import { createEnvironment, triggerVariables } from '#relay/backend/playbooks/runs/run-environment.ts'
import { toExpressionValues } from '#relay/backend/incidents/rules/matching-failures.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
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

const environments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'event-filter': event,
  'event-message': event,
  'incident-filter': toExpressionValues(failure, 0),
  'playbook-condition': run,
  'playbook-text': run,
  'playbook-trigger': triggerVariables({ kind: 'config', row: config }, 'unhealthy'),
}

const covered = places.flatMap((place) => {
  const environment = environments[place.id]
  return environment === undefined ? [] : [{ ...place, environment }]
})

describe.each(covered)('$title', ({ variables, languages, environment }) => {
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
