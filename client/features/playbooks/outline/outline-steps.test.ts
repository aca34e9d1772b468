import { expect, test } from 'vitest'
import { findStepAt, outlineSteps } from './outline-steps.ts'

const text = `title: Roll
actions:
  - name: check
    if: params.force == "true"
    exec:
      script: |
        echo check
  - name: report
    http:
      url: http://127.0.0.1/
      method: POST
`

test('lists the steps of a spec with kind, condition and the keys they set', () => {
  expect(outlineSteps(text).map(({ from: _from, to: _to, ...step }) => step)).toEqual([
    {
      name: 'check',
      kind: 'exec',
      condition: 'params.force == "true"',
      keys: ['name', 'if', 'exec'],
      kindKeys: ['script'],
    },
    { name: 'report', kind: 'http', condition: null, keys: ['name', 'http'], kindKeys: ['url', 'method'] },
  ])
})

test('finds the step that contains the cursor', () => {
  const steps = outlineSteps(text)
  const find = (part: string) => findStepAt(steps, text.indexOf(part))?.name
  expect(find('title')).toBeUndefined()
  expect(find('- name: check')).toBe('check')
  expect(find('echo check')).toBe('check')
  expect(find('- name: report')).toBe('report')
  expect(find('method')).toBe('report')
})

test('a spec that does not parse has no steps or those before the error', () => {
  expect(outlineSteps('')).toEqual([])
  expect(outlineSteps('actions: later')).toEqual([])
  expect(outlineSteps('actions:\n- name: one\n  exec: { script: date\n').map(({ name }) => name)).toEqual(['one'])
})
