import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loaded, LoadingContext } from './loaded-page.tsx'
import { PageBoundary } from './page-boundary.tsx'

afterEach(cleanup)

const Harbour = ({ name }: { readonly name: string }) => <h1>{name}</h1>
const waiting = <p>Loading</p>

test('draws a preloaded page at once, any other as soon as its code has loaded', async () => {
  const load = vi.fn<() => Promise<typeof Harbour>>().mockResolvedValue(Harbour)
  const Page = loaded(load)
  const page = (
    <LoadingContext value={waiting}>
      <Page name="Bergen" />
    </LoadingContext>
  )
  render(page)
  expect(screen.getByText('Loading')).toBeDefined()
  expect(await screen.findByRole('heading', { name: 'Bergen' })).toBeDefined()
  cleanup()
  render(page)
  expect(screen.getByRole('heading', { name: 'Bergen' })).toBeDefined()
  await Page.preload()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a failed load stops only its page and is retried on the next visit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<typeof Harbour>>().mockRejectedValueOnce(new Error('The network is gone.'))
  load.mockResolvedValue(Harbour)
  const Page = loaded(load)
  const page = (
    <PageBoundary fallback={({ message }) => <p>{message}</p>}>
      <Page name="Bergen" />
    </PageBoundary>
  )
  render(page)
  expect(await screen.findByText('The network is gone.')).toBeDefined()
  cleanup()
  render(page)
  expect(await screen.findByRole('heading', { name: 'Bergen' })).toBeDefined()
})
