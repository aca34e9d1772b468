import { expect, test } from 'vitest'
import { describeStep } from './describe-step.ts'

const join = (parts: readonly { readonly text: string }[]) => parts.map(({ text }) => text).join('')
const none = { variables: {}, values: [] }

test('a script shows its values in place, and those it does not name below', () => {
  const script = 'resize --to "${QD_PARAMS_SIZE}" ${HOME}\n'
  const variables = { QD_PARAMS_SIZE: '750Gi', QD_OTHER: 'x' }
  expect(describeStep('exec', { value: { script }, variables, values: [] }, { script })).toEqual([
    { text: 'resize --to "', isFilled: false },
    { text: '750Gi', isFilled: true },
    { text: '" ', isFilled: false },
    { text: '${HOME}', isFilled: false },
    { text: '\nQD_OTHER=', isFilled: false },
    { text: 'x', isFilled: true },
  ])
})

test('a request shows method, address without login, headers and body', () => {
  const value = {
    url: 'https://ada:pass@api.example.test/v1',
    method: 'POST',
    headers: [
      { name: 'Accept', value: 'text/plain' },
      { name: 'Authorization', valueFrom: {} },
    ],
    body: '{"size":1}',
  }
  expect(
    describeStep('http', { value, ...none }, value)
      .map(({ text }) => text)
      .join(''),
  ).toBe('POST https://***@api.example.test/v1\nAccept: text/plain\nAuthorization: ***\n\n{"size":1}')
})

test('a query shows its values by number, another step its fields', () => {
  const query = { value: { query: 'select $1\n', driver: 'postgres' }, variables: {}, values: ['a'] }
  expect(join(describeStep('sql', query, query.value))).toBe('select $1\n$1 = a\ndriver: postgres')
  expect(join(describeStep('notification', { value: { title: 'Done', message: 'a\nb' }, ...none }, {}))).toBe(
    'title: Done\nmessage: |-\n  a\n  b',
  )
})

test('values filled into a request are marked, and expressions that wait for an earlier step are not', () => {
  const source = { url: 'http://api/$(.params.name)/{{getLastAction.result.id}}', body: 'to={{.params.size}}' }
  const value = { url: 'http://api/orders/{{getLastAction.result.id}}', body: 'to=7Gi' }
  const parts = describeStep('http', { value, ...none }, source)
  expect(parts.filter(({ isFilled }) => isFilled).map(({ text }) => text)).toEqual(['orders', '7Gi'])
  expect(join(parts)).toBe('GET http://api/orders/{{getLastAction.result.id}}\n\nto=7Gi')
})
