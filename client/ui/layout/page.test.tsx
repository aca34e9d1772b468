import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Page } from './page.tsx'

test('a page has a title in the top bar, which is that of the tab too, and its own slot there [SHELL-59,SHELL-60]', () => {
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

test('a page that can be refreshed has a button for it, which turns while it loads [SHELL-61]', () => {
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

test('a page below others shows the way to them, itself last', () => {
  render(
    <Page title="checkout-synthetics" crumbs={[{ label: 'Settings', href: '/settings' }]}>
      form
    </Page>,
  )
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Settings', 'checkout-synthetics'])
  expect(crumbs.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
})

test('a page that is not known yet has no heading, and a tab of the product’s name', () => {
  render(<Page>rows</Page>)
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('main').textContent).toBe('rows')
  expect(document.title).toBe('Quarterdeck')
})
