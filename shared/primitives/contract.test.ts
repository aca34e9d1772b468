import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, buildPath } from './contract.ts'

const response = z.unknown()
const readStep = contract({
  method: 'GET',
  path: '/api/runs/:runId/steps/:step',
  params: z.object({ runId: z.string(), step: z.string() }),
  response,
})

test('inserts any parameter values into a path', () => {
  expect(buildPath(readStep, { runId: 'a/b', step: '$&?' })).toBe('/api/runs/a%2Fb/steps/%24%26%3F')
  expect(buildPath(contract({ method: 'GET', path: '/api/runs', response }), {})).toBe('/api/runs')
})

test('parameters that are not in the path are a type error', () => {
  // @ts-expect-error -- the path names `id`, and `params` does not
  contract({ method: 'GET', path: '/api/runs/:id', params: z.object({ other: z.string() }), response })
  // @ts-expect-error -- the path takes a parameter, and none is declared
  contract({ method: 'GET', path: '/api/runs/:id', response })
  // @ts-expect-error -- one is missing
  expect(buildPath(readStep, { runId: 'a' })).toBe('/api/runs/a/steps/undefined')
})
