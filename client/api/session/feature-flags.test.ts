import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { propertiesQuery } from './feature-flags.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const loadProperties = async (body: unknown) => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body))
  vi.stubGlobal('fetch', fetched)
  const client = new QueryClient()
  const properties = await client.fetchQuery(propertiesQuery)
  return { properties, calls: fetched.mock.calls.map(([path, init]) => [init?.method, path, init?.body]) }
}

test('feature properties are loaded with one request without payload [PERM-53]', async () => {
  const logs = { name: 'logs.disable', value: 'true', source: 'local', type: '', description: '' }
  expect(await loadProperties([logs])).toEqual({
    properties: [{ name: 'logs.disable', value: 'true', source: 'local' }],
    calls: [['GET', '/api/properties', undefined]],
  })
})

test('treats a null response as no properties', async () => {
  expect((await loadProperties(null)).properties).toEqual([])
})
