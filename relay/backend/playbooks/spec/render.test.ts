import { expect, test } from 'vitest'
import { renderValue } from './render.ts'

const environment = {
  params: { name: 'web', replicas: '3' },
  lastAction: { name: 'first', result: { stdout: 'ok' } },
  actions: { first: { name: 'first', result: { stdout: 'ok' } } },
}

test('fills in templates at every depth', async () => {
  const value = { url: 'http://{{.params.name}}/', headers: [{ name: 'x', value: '$(.params.replicas)' }], retries: 2 }
  expect(await renderValue(value, environment)).toEqual({
    url: 'http://web/',
    headers: [{ name: 'x', value: '3' }],
    retries: 2,
  })
})

test('reads earlier steps with getLastAction and getAction', async () => {
  const text = '{{getLastAction.result.stdout}} {{(getAction "first").name}}'
  expect(await renderValue({ text }, environment)).toEqual({ text: 'ok first' })
})

test('reports the position of an invalid template', async () => {
  await expect(renderValue('a {{.params.name', environment)).rejects.toThrow(/line 1/)
})
