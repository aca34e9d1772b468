import { expect, test } from 'vitest'
import { outputText } from './run-comparison.tsx'

test('output is stdout, then stderr, without colours and overwritten text', () => {
  expect(outputText({ stdout: '1 %\r2 %\n\u001B[32mdone\u001B[0m\n', stderr: 'slow', exitCode: 0 })).toBe(
    '2 %\ndone\nslow',
  )
})

test('a result without streams is shown whole', () => {
  expect(outputText({ rows: 2 })).toBe('{\n  "rows": 2\n}')
  expect(outputText(null)).toBe('')
})
