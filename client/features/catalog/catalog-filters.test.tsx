import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import { useCatalogFilter } from './catalog-filter.ts'
import { CatalogFilters } from './catalog-filters.tsx'

function Filters() {
  return <CatalogFilters filter={useCatalogFilter()} groupBy="type" onGroupBy={() => undefined} />
}

test('reads the values of a filter, which takes every item, only when its menu is opened', async () => {
  const requested: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    requested.push(url)
    return Promise.resolve(Response.json([{ type: 'Kubernetes::Pod' }]))
  })
  render(
    <WithConsole sendsRequests>
      <Filters />
    </WithConsole>,
  )
  expect(requested).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Type: All' }))
  await screen.findByText('Kubernetes::Pod')
  expect(requested.map((url) => url.split('?', 1)[0])).toEqual(['/api/db/config_types'])
})
