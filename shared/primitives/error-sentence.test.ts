import { expect, test } from 'vitest'
import { errorSentence } from './error-sentence.ts'

test.each([
  [{ error: 'not found', message: 'playbook(id=1) not found' }, { sentence: 'playbook(id=1) not found' }],
  [{ error: 'invalid state', message: 'run(id=1) is cancelled' }, { sentence: 'run(id=1) is cancelled' }],
  [{ error: 'playbook(id=1) not found', code: 'not_found' }, { sentence: 'playbook(id=1) not found' }],
  [
    { error: 'provide exactly one of: config_id, check_id', message: 'invalid request' },
    { sentence: 'provide exactly one of: config_id, check_id', rest: 'invalid request' },
  ],
  [{ error: 'missing parameter(s): who: missing parameter(s): who' }, { sentence: 'missing parameter(s): who' }],
  [{ error: 'code=400, message=invalid UUID length: 8, internal=x' }, { sentence: 'invalid UUID length: 8' }],
  [{ error: { code: 400, status: 'Bad Request', reason: 'is not valid' } }, { sentence: 'is not valid' }],
  [{ error: { message: 'No session' } }, { sentence: 'No session' }],
  [{ code: '42703', message: 'column does not exist' }, { sentence: 'column does not exist' }],
  [{ error: 'not found' }, { sentence: 'not found' }],
  [{ error: { nested: 1 } }, {}],
  ['text', {}],
  [null, {}],
])('%j says %j', (body, said) => {
  expect(errorSentence(body)).toEqual(said)
})
