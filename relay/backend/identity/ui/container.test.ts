import { expect, test } from 'vitest'
import { container } from './container.ts'
import { labels, errorMessages } from './messages.ts'
import { csrfToken, input, submit } from './nodes.ts'

const nodes = [
  csrfToken('t'),
  input('default', 'traits.email', 'email', { value: '', title: labels.email }),
  submit('code', 'email', 'a@example.test', labels.resend),
]

test('shows entered values and errors at their fields, but leaves buttons alone', () => {
  const ui = container('http://x/', nodes, {
    values: { 'traits.email': 'typed', email: 'typed' },
    fieldMessages: { 'traits.email': [errorMessages.email('typed')] },
    messages: [errorMessages.credentials],
  })
  expect(ui.messages).toEqual([errorMessages.credentials])
  expect(
    ui.nodes.map(({ attributes, messages }) => [Reflect.get(attributes, 'value'), messages.map(({ id }) => id)]),
  ).toEqual([
    ['t', []],
    ['typed', [4000040]],
    ['a@example.test', []],
  ])
})

test('adds a field for a message if the form does not have it', () => {
  const ui = container('http://x/', nodes, { fieldMessages: { nickname: [errorMessages.required('nickname')] } })
  expect(ui.nodes.at(-1)).toEqual({
    type: 'input',
    group: 'default',
    attributes: { name: 'nickname', type: 'text', disabled: false, node_type: 'input' },
    messages: [errorMessages.required('nickname')],
    meta: {},
  })
})

test('has no list of messages if there are none', () => {
  expect(container('http://x/', nodes, undefined)).toEqual({ action: 'http://x/', method: 'POST', nodes })
})
