import { expect, test } from 'vitest'
import { withoutErrorObject } from './action-result.ts'

const error = {
  code: 'exited with 3',
  error: 'exit status 3',
  context: { stdout: 'out', stderr: 'no', 'exit-code': 3, connection: { envVars: ['TOKEN=t0k3n'] } },
}

test('removes only the error object from a result', () => {
  const result = { args: ['bash'], stdout: 'mine', stderr: '', exitCode: 3, error }
  expect(withoutErrorObject(result)).toEqual({ args: ['bash'], stdout: 'mine', stderr: '', exitCode: 3 })
})

test('takes script output from the error when the result has none', () => {
  expect(withoutErrorObject({ error, result: null })).toEqual({
    stdout: 'out',
    stderr: 'no',
    exitCode: 3,
    result: null,
  })
  expect(withoutErrorObject({ error: { error: 'no context' } })).toEqual({})
})

test('leaves an error text unchanged', () => {
  expect(withoutErrorObject({ error: 'connection refused', code: 0 })).toEqual({ error: 'connection refused', code: 0 })
})
