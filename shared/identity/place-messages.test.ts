import { expect, test } from 'vitest'
import { flowSchema } from './flow.ts'
import { placeMessages } from './place-messages.ts'

const makeMessage = (id: number, text: string) => ({ id, text, type: 'error' as const })
const input = (name: string, type: string, messages: readonly object[] = []) => ({
  type: 'input',
  group: 'password',
  messages,
  attributes: { name, type },
})
const makeFlow = (nodes: readonly object[], messages: readonly object[] = []) =>
  flowSchema.parse({ id: 'f', ui: { action: '/', method: 'POST', nodes, messages } })

test('an error about a field that is shown is placed at the field', () => {
  const placed = placeMessages(makeFlow([input('password', 'password')], [makeMessage(4000006, 'Wrong.')]))
  expect([placed.general, placed.byField.get('password')?.map(({ text }) => text)]).toEqual([[], ['Wrong.']])
})

test('a message for a hidden field is shown above the form, once', () => {
  const hidden = input('totp_code', 'hidden', [
    makeMessage(4000008, 'The code is wrong.'),
    makeMessage(4000002, 'It is missing.'),
  ])
  const { general, byField } = placeMessages(makeFlow([hidden], [makeMessage(4000008, 'The code is wrong.')]))
  expect([general.map(({ text }) => text), byField.size]).toEqual([['The code is wrong.', 'It is missing.'], 0])
})

test('an error of a button is shown above the form, without the claim that a mail was sent', () => {
  const sent = { id: 1080003, text: 'An email has been sent.', type: 'info' }
  const resend = (messages: readonly object[]) => makeFlow([input('email', 'submit', messages)], [sent])
  const wrong = makeMessage(4000040, 'Enter a valid email address')
  expect(placeMessages(resend([wrong])).general.map(({ text }) => text)).toEqual(['Enter a valid email address'])
  expect(placeMessages(resend([makeMessage(4000001, 'Not accepted')])).general.map(({ text }) => text)).toEqual([
    'Not accepted',
  ])
  expect(placeMessages(resend([])).general.map(({ text }) => text)).toEqual(['An email has been sent.'])
})
