import { expect, test } from 'vitest'
import { configText } from './config-text.ts'

test('shows documents as JSON with sorted keys, and text unchanged', () => {
  expect(configText({ b: [{ y: 1, x: 2 }], a: null })).toBe(
    '{\n  "a": null,\n  "b": [\n    {\n      "x": 2,\n      "y": 1\n    }\n  ]\n}',
  )
  expect(configText({ content: '127.0.0.1 localhost\n' })).toBe('127.0.0.1 localhost\n')
  expect(configText('plain')).toBe('plain')
  expect(configText({ content: 'a', more: 1 })).toBe('{\n  "content": "a",\n  "more": 1\n}')
  expect(configText(undefined)).toBe('null')
})
