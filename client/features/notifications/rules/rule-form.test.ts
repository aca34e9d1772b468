import { expect, test } from 'vitest'
import { emptyRule, formOf, previewedOf, ruleOf, ruleSchema, type RuleForm } from './rule-form.ts'

const form: RuleForm = {
  name: 'payments',
  events: ['check.failed', 'check.passed'],
  filter: 'check.type == "http"',
  kind: 'connection',
  to: 'c1',
  title: '',
  template: '{{.name}}',
  repeat: '1h',
  wait: '5m',
  evaluation: '30s',
  groupBy: 'type, label:app',
}

test.each([
  form,
  { ...form, kind: 'url', to: 'https://hooks.example.org/a' },
  { ...form, kind: 'person', to: 'p1', repeat: '', wait: '', evaluation: '', groupBy: '' },
  { ...form, kind: 'team', to: 't1' },
  { ...form, kind: 'onCall', to: 't1' },
  { ...form, kind: 'playbook', to: 'b1' },
] as const)('a rule for a $kind comes back from what is written as it was', (each) => {
  const { custom_services: services, ...written } = ruleOf(each)
  const kept = services?.map((service) =>
    Object.assign({ url: null, connection: null, on_call_team_id: null }, service),
  )
  expect(formOf({ id: 'r', ...written, custom_services: kept })).toEqual(each)
})

test('of the recipients exactly one is written, and waiting times are nanoseconds [NOTIF-01]', () => {
  expect(ruleOf({ ...form, kind: 'person', to: 'p1' })).toMatchObject({
    person_id: 'p1',
    team_id: null,
    playbook_id: null,
    custom_services: null,
    wait_for: 300_000_000_000,
    wait_for_eval_period: 30_000_000_000,
    group_by: ['type', 'label:app'],
  })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ events: [] }, 'events'],
  [{ to: '' }, 'to'],
  [{ kind: 'url', to: 'hooks' }, 'to'],
  [{ repeat: 'soon' }, 'repeat'],
  [{ wait: '5 minutes' }, 'wait'],
  [{ evaluation: 'a bit' }, 'evaluation'],
  [{ groupBy: 'type, label:' }, 'groupBy'],
])('%j cannot be saved', (change, field) => {
  const read = ruleSchema.safeParse({ ...emptyRule, name: 'a', to: 'c1', ...change })
  expect(read.error?.issues.map(({ path }) => path[0])).toContain(field)
})

test('what cannot be read yet of a rule that is being written is left out of its preview', () => {
  expect(previewedOf({ ...form, repeat: '4 ho', wait: 'x', groupBy: 'type, label:' })).toMatchObject({
    events: ['check.failed', 'check.passed'],
    repeat_interval: null,
    wait_for: 0,
    group_by: ['type'],
  })
})
