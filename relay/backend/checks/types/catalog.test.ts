import { describe, expect, test } from 'vitest'
import type { FoundConfig } from '#relay/backend/catalog/find-configs.ts'
import { formatEndpoint, listSpecErrors, runCheckType } from './testing/run-check-type.ts'

const item = (name: string, health = 'healthy'): FoundConfig => ({ id: name, name, type: 'Host', config: {}, health })
const selector = [{ search: 'type=Host' }]
const find = async (items: readonly FoundConfig[], spec: object = {}) =>
  runCheckType('catalog', { selector, ...spec }, { findConfigs: async () => items })

describe('the catalog check', () => {
  test('returns the items that its selectors match, with their health', async () => {
    const items = [item('a'), item('b', 'unhealthy'), item('c')]
    expect(await find(items)).toEqual({
      pass: true,
      message: '3 items: 1 unhealthy, 2 healthy',
      details: { results: items, count: 3 },
    })
    expect(await find([item('a', 'unknown')])).toMatchObject({ pass: true, message: '1 item' })
    expect(await find([])).toMatchObject({ pass: true, message: '0 items', details: { results: [], count: 0 } })
  })

  test('fails rather than judge the first 1,000 items of more', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => item(String(index)))
    const message = 'Matches 1000 or more items. Narrow the selector, or set its limit.'
    expect(await find(many)).toEqual({ pass: false, message })
    expect(await find(many, { selector: [{ search: 'type=Host', limit: 2_000 }] })).toEqual({ pass: false, message })
    expect(await find(many, { selector: [{ search: 'type=Host', limit: 1_000 }] })).toMatchObject({ pass: true })
  })

  test('reports a failed search, and one that does not end', async () => {
    const failed = await runCheckType(
      'catalog',
      { selector },
      { findConfigs: () => Promise.reject(new Error('no database')) },
    )
    expect(failed).toMatchObject({ pass: false, message: 'no database.' })
    const hanging = await runCheckType(
      'catalog',
      { selector },
      { findConfigs: () => new Promise(() => undefined), timeoutMs: 100 },
    )
    expect(hanging).toMatchObject({ pass: false, message: 'No response within 100 ms.' })
  })

  test('shows its selectors as its endpoint', () => {
    const spec = { selector: [{ search: 'type=Host', agent: 'all' }, { types: ['Kubernetes::Pod'] }] }
    expect(formatEndpoint('configDB', spec)).toBe('agent=all search=type=Host | types=Kubernetes::Pod')
  })

  test.each([
    [{}, ['selector: required']],
    [{ selector: [] }, ['selector: must have at least 1 entry']],
    [{ selector: [{}] }, ['selector[0]: selects nothing: set search, types, name or another field']],
    [
      { selector: [{ types: ['Host'], serach: 'x' }] },
      [expect.stringContaining('selector[0].serach: unknown field (did you mean "search"?)')],
    ],
    [{ selector: [{ search: '(type=Host' }] }, ['selector[0].search: has unbalanced parentheses or an empty part']],
  ])('rejects %j', async (spec, errors) => {
    expect(await listSpecErrors('catalog', spec)).toEqual(errors)
  })
})
