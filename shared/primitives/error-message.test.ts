import { expect, test } from 'vitest'
import { parseErrorMessage } from './error-message.ts'

test.each([
  [{ error: 'not found', message: 'playbook(id=1) not found' }, { message: 'playbook(id=1) not found' }],
  [{ error: 'invalid state', message: 'run(id=1) is cancelled' }, { message: 'run(id=1) is cancelled' }],
  [{ error: 'playbook(id=1) not found', code: 'not_found' }, { message: 'playbook(id=1) not found' }],
  [
    { error: 'provide exactly one of: config_id, check_id', message: 'invalid request' },
    { message: 'provide exactly one of: config_id, check_id', rest: 'invalid request' },
  ],
  [{ error: 'missing parameter(s): who: missing parameter(s): who' }, { message: 'missing parameter(s): who' }],
  [{ error: 'code=400, message=invalid UUID length: 8, internal=x' }, { message: 'invalid UUID length: 8' }],
  [{ error: { code: 400, status: 'Bad Request', reason: 'is not valid' } }, { message: 'is not valid' }],
  [{ error: { message: 'No session' } }, { message: 'No session' }],
  [{ code: '42703', message: 'column does not exist' }, { message: 'column does not exist' }],
  [{ error: 'not found' }, { message: 'not found' }],
  [{ error: { nested: 1 } }, {}],
  ['text', {}],
  [null, {}],
])('reads %j as %j', (body, expected) => {
  expect(parseErrorMessage(body)).toEqual(expected)
})
