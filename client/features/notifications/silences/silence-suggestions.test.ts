import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import { suggestSilences } from './silence-suggestions.ts'

const check = (id: string, over: Parameters<typeof checkRow>[0] = {}) => checkRow({ id, name: id, ...over })

test('suggests failing checks and groups of checks, those with failures first, but neither one check nor all', () => {
  const { failing, failingCount, groups } = suggestSilences([
    check('a', { namespace: 'shop', status: 'unhealthy', labels: { team: 'shop', odd: 'a b' } }),
    check('b', { namespace: 'shop', labels: { team: 'shop', odd: 'a b' } }),
    check('c', { namespace: 'edge', type: 'tcp' }),
    check('d', { namespace: 'edge', type: 'tcp' }),
    check('e', { namespace: 'edge', type: 'dns' }),
  ])
  expect(failing.map(({ name }) => name)).toEqual(['a'])
  expect(failingCount).toBe(1)
  expect(groups).toEqual([
    { field: 'filter', text: 'check.namespace == "shop"', checks: 2, unhealthy: 1 },
    { field: 'filter', text: 'check.namespace == "edge"', checks: 3, unhealthy: 0 },
    { field: 'filter', text: 'check.type == "http"', checks: 2, unhealthy: 1 },
    { field: 'filter', text: 'check.type == "tcp"', checks: 2, unhealthy: 0 },
    { field: 'selectors', text: '- labelSelector: team=shop', checks: 2, unhealthy: 1 },
  ])
  expect(suggestSilences([]).groups).toEqual([])
})
