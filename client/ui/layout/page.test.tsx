import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PageFrameContext } from './page-frame.ts'
import { Page } from './page.tsx'

test('a page sets the title of the top bar and the tab, and has a slot in the bar [SHELL-59,SHELL-60]', () => {
  render(
    <Page title="Health" slot={<button type="button">Last 1h</button>}>
      rows
    </Page>,
  )
  const bar = within(screen.getByRole('banner'))
  expect(bar.getByRole('heading', { level: 1 }).textContent).toBe('Health')
  expect(bar.getByRole('button', { name: 'Last 1h' })).toBeDefined()
  expect(screen.getByRole('main').textContent).toBe('rows')
  expect(document.title).toBe('Health')
})

test('a page with a refresh has a button that spins while it loads [SHELL-61]', () => {
  const onRefresh = vi.fn<() => void>()
  const { rerender } = render(
    <Page title="Health" refresh={{ busy: false, onRefresh }}>
      rows
    </Page>,
  )
  const button = screen.getByRole('button', { name: 'Refresh' })
  expect(button.className).not.toContain('page-refresh-busy')
  fireEvent.click(button)
  expect(onRefresh).toHaveBeenCalledOnce()
  rerender(
    <Page title="Health" refresh={{ busy: true, onRefresh }}>
      rows
    </Page>,
  )
  expect(screen.getByRole('button', { name: 'Refreshing' }).className).toContain('page-refresh-busy')
})

test('a page without a refresh has no button for it [SHELL-61]', () => {
  render(<Page title="Docs">text</Page>)
  expect(screen.queryByRole('button', { name: /Refresh/ })).toBeNull()
})

test('a nested page shows its breadcrumbs, itself last', () => {
  render(
    <Page title="checkout-synthetics" crumbs={[{ label: 'Settings', href: '/settings' }]}>
      form
    </Page>,
  )
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Settings', 'checkout-synthetics'])
  expect(crumbs.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
})

test('an unknown page has no heading and the product’s name as tab title', () => {
  render(<Page>rows</Page>)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('main').textContent).toBe('rows')
  expect(document.title).toBe('Quarterdeck')
})

test('a page with a section is named after it on a wall, which shows no tabs', () => {
  const page = (
    <Page title="Catalog" section="Changes">
      rows
    </Page>
  )
  const { rerender } = render(page)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Catalog')
  rerender(<PageFrameContext value={{ bar: null, live: null, isWall: true }}>{page}</PageFrameContext>)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Changes')
})
