import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { noSettings } from '#client/ui/table/column-settings.ts'
import { fitColumns } from '#client/ui/table/fit-columns.ts'
import { scraperColumns } from './scraper-columns.tsx'
import { scrapersQuery } from './scrapers-api.ts'

afterEach(() => vi.unstubAllGlobals())

test('the scrapers are requested in pages of a hundred, the newest first [SET-07]', async () => {
  const page = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, name: `scraper-${index}` }))
  const requests: object[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { limit, offset, order } = Object.fromEntries(new URL(address, 'http://localhost').searchParams)
    requests.push({ limit, offset, order })
    return Response.json(offset === '0' ? page : [])
  })
  await new QueryClient().fetchQuery(scrapersQuery)
  expect(requests).toEqual([
    { limit: '100', offset: '0', order: 'created_at.desc' },
    { limit: '100', offset: '100', order: 'created_at.desc' },
  ])
})

test('on a phone a failing scraper has its error beside its name', () => {
  const columns = scraperColumns({ runningId: null, missing: undefined, onRun: () => undefined })
  const { fitted } = fitColumns(columns, 390, noSettings)
  expect(fitted.map(({ column }) => column.id)).toEqual(['name', 'error', 'run'])
})
