import { expect, test } from 'vitest'
import { toWrittenPath } from './written-path.ts'

const spec = {
  to: { email: 'a@b.test', url: 'ntfy://h/t', properties: { title: '{{' } },
  fallback: { onCall: 'web' },
  repeatInterval: 'soon',
  wait_for: 1,
}

test.each([
  ['custom_services[1].properties.title: invalid', 'to.properties.title: invalid'],
  ['custom_services[2].filter: invalid', 'custom_services[0].filter: invalid'],
  ['fallback_custom_services[0].filter: invalid', 'fallback_custom_services[0].filter: invalid'],
  ['properties.title: invalid', 'to.properties.title: invalid'],
  ['repeat_interval: invalid', 'repeatInterval: invalid'],
  ['wait_for: invalid', 'wait_for: invalid'],
  ['filter: invalid', 'filter: invalid'],
])('%s is shown as %s', (error, written) => {
  expect(toWrittenPath(error, spec)).toBe(written)
})
