import { expect, test } from 'vitest'
import { labelRequirements } from '#shared/access/label-requirements.ts'
import { toLabelSelector } from './change-filter.ts'

test('tags become a label selector with in and notin per key', () => {
  const selector = toLabelSelector(
    new Map([
      ['env=prod', 1],
      ['env=test', 1],
      ['team=a=b', -1],
      ['bare=', 1],
    ] as const),
  )
  expect(selector).toBe('env in (prod,test),team notin (a=b),bare in ()')
  expect(labelRequirements(selector)).toEqual([
    { key: 'env', kind: 'in', values: ['prod', 'test'] },
    { key: 'team', kind: 'notIn', values: ['a=b'] },
    { key: 'bare', kind: 'in', values: [''] },
  ])
})
