import { expect, test } from 'vitest'
import { checkHref } from '#client/domain/health/check-href.ts'
import { configHref, incidentHref } from './health-links.ts'

test('a check links to itself with the range of one hour [HEALTH-22]', () => {
  expect(checkHref('0195-a1')).toBe('/health?checkId=0195-a1&timeRange=1h')
})

test('a config and an incident link to their pages [HEALTH-23,HEALTH-24]', () => {
  expect([configHref('c1'), incidentHref('i1')]).toEqual(['/catalog/c1', '/incidents/i1'])
})
