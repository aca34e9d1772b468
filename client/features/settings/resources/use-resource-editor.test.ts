import { expect, test } from 'vitest'
import { followCanaryName } from './use-resource-editor.ts'

const spec = (name: string) => `schedule: "@every 30s"\n# mine\nhttp:\n  - name: ${name}\n    url: a\n`

test.each([
  [spec('""'), '', 'web', spec('"web"')],
  [spec('web'), 'web', 'webs', spec('webs')],
  [spec('home'), 'web', 'webs', spec('home')],
  ['schedule: "@every 30s"\n', '', 'web', 'schedule: "@every 30s"\n'],
  ['http: [\n', '', 'web', 'http: [\n'],
])('in %j, after %j, the name %j gives %j [SET-39]', (text, before, name, expected) => {
  expect(followCanaryName(text, before, name)).toBe(expected)
})
