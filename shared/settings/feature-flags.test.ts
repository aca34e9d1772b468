import { expect, test } from 'vitest'
import { featureIsOn } from './feature-flags.ts'

const disable = (feature: string, value = 'true') => [{ name: `${feature}.disable`, value }]

test('only the property {feature}.disable with the value true disables a feature [PERM-52]', () => {
  expect(featureIsOn(disable('logs'), 'logs')).toBe(false)
  expect(['TRUE', 'false', '1', ''].map((value) => featureIsOn(disable('logs', value), 'logs'))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(featureIsOn(disable('logs'), 'playbooks')).toBe(true)
})

test.each([
  ['settings.config_scraper', 'config', '[PERM-55]'],
  ['settings.topology', 'topology', '[PERM-56]'],
  ['settings.health', 'health', '[PERM-57]'],
  ['settings.job_history', 'health', '[PERM-58]'],
])('disabling %s disables %s, but not the reverse: %s', (parent, child) => {
  expect(featureIsOn(disable(parent), child)).toBe(false)
  expect(featureIsOn(disable(child), parent)).toBe(true)
})

test('a disabled parent does not affect other features [PERM-54]', () => {
  expect(featureIsOn(disable('settings.health'), 'topology')).toBe(true)
  expect(featureIsOn(disable('settings.health'), 'health')).toBe(false)
})
