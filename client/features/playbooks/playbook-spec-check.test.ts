import { expect, test } from 'vitest'
import { readSpec } from '#client/ui/editor/spec-document.ts'
import { fieldsAt } from '#client/ui/editor/schema-fields.ts'
import { checkPlaybookSpec, playbookJsonSchema } from './playbook-spec-check.ts'

test('the spec supports icon, category, configs, components, checks and parameters [PLAY-02]', () => {
  const names = fieldsAt(playbookJsonSchema, []).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['icon', 'category', 'configs', 'components', 'checks', 'parameters', 'actions']),
  )
})

test('fields of a retry are completed inside a list of actions', () => {
  expect(fieldsAt(playbookJsonSchema, ['actions', 0, 'retry']).map(({ name }) => name)).toEqual([
    'limit',
    'duration',
    'jitter',
    'exponent',
  ])
})

test('an unknown field is reported on its own line', () => {
  const text = 'actions:\n  - name: roll\n    exec:\n      script: date\n    retry:\n      limit: 5\n      jit: 2\n'
  expect(readSpec(text, checkPlaybookSpec).diagnostics.map(({ line, message }) => [line, message])).toEqual([
    [7, 'Unknown field “jit”'],
  ])
})
