import { expect, test } from 'vitest'
import { createFailure } from '#relay/testing/incident-inputs.ts'
import { findMatchingFailures, remaining, toExpressionValues } from './matching-failures.ts'
import { ruleSpecSchema } from './rule-spec.ts'

const nowMs = 1_000_000
const rule = (spec: unknown) => ({
  id: 'r1',
  name: 'Rule',
  createdAt: '2026-01-01T00:00:00Z',
  spec: ruleSpecSchema.parse(spec),
})
const check = createFailure({ id: 'check-1', components: ['shop', 'cart'] })
const config = createFailure({ kind: 'config', id: 'node-1' })
const component = createFailure({ kind: 'component', id: 'cart', components: ['cart'] })
const failures = [check, config, component]

const matching = async (spec: unknown, found: Readonly<Record<string, readonly string[]>> = {}) => {
  const searches: string[] = []
  const matches = await findMatchingFailures(rule(spec), failures, {
    nowMs,
    find: async (kind, selectors) => {
      searches.push(kind)
      return selectors.length === 0 ? [] : (found[kind] ?? []).map((id) => ({ id }) as never)
    },
  })
  return { ids: matches.map(({ id }) => id), searches }
}
const any = [{ search: 'any' }]

test.each([
  ['no selectors', {}, {}, ['check-1', 'node-1', 'cart']],
  ['a component', { components: any }, { components: ['cart'] }, ['check-1', 'cart']],
  ['a component above the check', { components: any }, { components: ['shop'] }, ['check-1']],
  ['a check', { checks: any }, { checks: ['check-1'] }, ['check-1']],
  ['a config item', { configs: any }, { configs: ['node-1'] }, ['node-1']],
  [
    'a check and a config item',
    { checks: any, configs: any },
    { checks: ['check-1'], configs: ['node-1'] },
    ['check-1', 'node-1'],
  ],
  ['a check with the id of a config item', { checks: any }, { checks: ['node-1'] }, []],
  ['selectors that find nothing', { checks: any }, {}, []],
])('matches by %s', async (_case, spec, found, ids) => {
  expect((await matching(spec, found)).ids).toEqual(ids)
})

test('evaluates no selectors if the filter leaves nothing', async () => {
  expect(await matching({ checks: any, filter: { status: ['warning'] } })).toEqual({ ids: [], searches: [] })
})

test('a rule with breakOnMatch removes its matches by kind and id', () => {
  const sameId = createFailure({ kind: 'config', id: 'check-1' })
  expect(remaining([...failures, sameId], [check])).toEqual([config, component, sameId])
  expect(remaining(failures, [])).toEqual(failures)
})

test('expressions never see a negative age', () => {
  const { check: values } = toExpressionValues(createFailure({ sinceMs: nowMs + 5_000 }), nowMs) as {
    check: { age: unknown }
  }
  expect(String(values.age)).toBe('0s')
})
