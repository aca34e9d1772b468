import { expect, test } from 'vitest'
import { parseDocuments } from './parse-documents.ts'
import { toPublicReason } from './public-reason.ts'

const secret = 'hunter2-S3cret!'
const values = [
  `*${secret}`,
  `!${secret}`,
  `!${secret} x`,
  `"${secret}" x`,
  `'${secret}' '${secret}'`,
  `${secret}: b: c`,
  `@${secret}`,
  `&${secret} *${secret}`,
  `"\\q${secret}"`,
  `|${secret}`,
  `[${secret}`,
  `{{ .Values.x | default "${secret}" }}`,
  `"{{ .Values.x | default \`${secret}\` }}"`,
  `{{ ${secret} }}`,
  `"{{ .Values.x | default ${secret}"`,
]

test.each(values)('a reason of the YAML parser does not repeat the value %j in public', (value) => {
  const { errors } = parseDocuments('a.yaml', `kind: Connection\nmetadata: { name: a }\nspec:\n  password: ${value}\n`)
  expect(errors).toHaveLength(1)
  expect(errors.map(({ reason }) => toPublicReason(reason)).join()).not.toContain('hunter2')
})

test('a directive is masked', () => {
  const [error] = parseDocuments('a.yaml', `%YAML ${secret}\n---\nkind: x\n`).errors
  expect(toPublicReason(error?.reason ?? '')).toBe('Invalid YAML: Unsupported YAML version ***.')
})

test.each([
  'spec.http[0].url: got the chart template {{ .Values.host }}. Render the chart first (helm template).',
  'Invalid YAML: got the chart template {{- if .Values.canary.enabled }}. Render the chart first (helm template).',
  'Invalid YAML: The key "kind" occurs twice in one map, first in line 1.',
  'Invalid YAML: !!timestamp expects a date, starting with yyyy-mm-dd.',
  'spec.actions[1]: unknown action "raed!"; use read or *.',
])('keeps %s', (reason) => {
  expect(toPublicReason(reason)).toBe(reason)
})

test('names what is masked', () => {
  expect(toPublicReason(`Invalid YAML: The !${secret} tag has no suffix.`)).toBe(
    'Invalid YAML: The !*** tag has no suffix.',
  )
})
