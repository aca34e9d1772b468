import { expect, test } from 'vitest'
import { checkRuleSpec } from './rule-spec-check.ts'

const spec = { events: ['check.failed'], to: { team: 'web' } }

test('accepts a rule with events and a recipient', () => {
  expect(checkRuleSpec(spec)).toEqual([])
})

test.each([
  [{ events: [] }, 'events'],
  [{ to: undefined }, 'to'],
  [{ to: undefined, custom_services: [{ url: 'hooks' }] }, 'custom_services.0.url'],
  [{ repeat_interval: 'soon' }, 'repeat_interval'],
  [{ wait_for: '5 minutes' }, 'wait_for'],
  [{ wait_for_eval_period: 'a bit' }, 'wait_for_eval_period'],
  [{ group_by: ['type', 'label:'] }, 'group_by'],
  [{ tittle: 'a' }, 'tittle'],
])('rejects %j', (change, path) => {
  expect(checkRuleSpec({ ...spec, ...change }).map(({ path }) => path.join('.'))).toEqual([path])
})
