import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { labelsQuery } from './catalog-api.ts'

test('item labels are requested at most once a minute [CAT-11]', async () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return Response.json([{ key: 'app', value: 'shop' }])
  })
  try {
    const client = new QueryClient()
    expect(await client.fetchQuery(labelsQuery)).toEqual(['app=shop'])
    vi.setSystemTime(1_059_000)
    expect(await client.fetchQuery(labelsQuery)).toEqual(['app=shop'])
    expect(fetched).toHaveLength(1)
    vi.setSystemTime(1_061_000)
    await client.fetchQuery(labelsQuery)
    expect(fetched).toHaveLength(2)
  } finally {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})
