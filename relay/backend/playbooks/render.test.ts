import { expect, test } from 'vitest'
import { renderValue } from './render.ts'

const environment = {
  params: { name: 'web', replicas: '3' },
  lastAction: { name: 'first', result: { stdout: 'ok' } },
  actions: { first: { name: 'first', result: { stdout: 'ok' } } },
}

test('templates are filled in at every depth', () => {
  const value = { url: 'http://{{.params.name}}/', headers: [{ name: 'x', value: '$(.params.replicas)' }], retries: 2 }
  expect(renderValue(value, environment)).toEqual({
    url: 'http://web/',
    headers: [{ name: 'x', value: '3' }],
    retries: 2,
  })
})

test("a script keeps the shell's own $(…), and a field in one is filled in", () => {
  expect(renderValue({ script: 'echo $(date) $(.params.name) {{.params.replicas}}' }, environment)).toEqual({
    script: 'echo $(date) web 3',
  })
})

test('earlier steps are read by getLastAction and getAction', () => {
  const script = '{{getLastAction.result.stdout}} {{(getAction "first").name}}'
  expect(renderValue({ script }, environment)).toEqual({ script: 'ok first' })
})

test('a template that cannot be read says where', () => {
  expect(() => renderValue('a {{.params.name', environment)).toThrow(/line 1/)
})
