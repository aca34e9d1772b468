import { expect, test } from 'vitest'
import { bodyWithoutInternals } from './answer-policy.ts'

const mark = 'TOKEN=t0k3n'
const error = {
  code: 'exited with 3',
  error: 'exit status 3',
  trace: '01M82J',
  stacktrace: 'Oops: exit status 3 at shell.go:267',
  context: { stdout: 'out', stderr: 'no', 'exit-code': 3, connection: { envVars: [mark] } },
}
const cleaned = (body: unknown): unknown =>
  JSON.parse(bodyWithoutInternals(Buffer.from(JSON.stringify(body))).toString('utf8'))

test('removes the error of a result under any alias', () => {
  const result = { exitCode: 3, stdout: 'out', stderr: 'no' }
  expect(cleaned([{ id: '1', result: { ...result, error }, error: 'exit status 3' }])).toEqual([
    { id: '1', result, error: 'exit status 3' },
  ])
  expect(cleaned([{ x: { error, result: null } }])).toEqual([{ x: { ...result, result: null } }])
})

test('keeps message and code of an error response', () => {
  const { code, error: message, trace } = error
  expect(cleaned(error)).toEqual({ code, error: message, trace })
  expect(cleaned({ error: 'bad', stacktrace: 'Oops' })).toEqual({ error: 'bad' })
})

test('leaves other bodies unchanged, byte for byte', () => {
  const text = '[{"config": {"context": "prod", "error": {"error": 7}}, "n": 1.0}]'
  expect(cleaned(JSON.parse(text))).toEqual(JSON.parse(text))
  const plain = Buffer.from('[{"n": 1.0}]')
  expect(bodyWithoutInternals(plain)).toBe(plain)
})
