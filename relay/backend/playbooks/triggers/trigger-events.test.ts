import { expect, test } from 'vitest'
import { canHappen, isNamed } from './trigger-events.ts'

test.each([
  ['healthy', 'config', 'healthy', true],
  ['config.healthy', 'config', 'healthy', true],
  ['component.healthy', 'config', 'healthy', false],
  ['healthy', 'config', 'unhealthy', false],
  ['unhealthy', 'config', 'healthy', false],
  ['check.passed', 'check', 'passed', true],
  ['canary.passed', 'check', 'passed', false],
] as const)('the trigger %s is started by %s.%s: %s', (event, kind, name, expected) => {
  expect(isNamed(event, { kind, name })).toBe(expected)
})

test.each([
  ['check', 'failed', true],
  ['check', 'check.failed', true],
  ['check', 'healthy', false],
  ['component', 'created', false],
  ['config', 'created', true],
  ['config', 'component.healthy', false],
  ['config', '', false],
] as const)('for a %s the trigger %j is known: %s', (kind, event, expected) => {
  expect(canHappen(kind, event)).toBe(expected)
})
