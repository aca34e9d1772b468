import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import { isNamedKind, ResourceName } from './resource-name.tsx'

const id = '0195c0de-0000-7000-8000-00000000c001'
const orders = [{ id, name: 'orders' }]

const show = (element: React.ReactElement, rows: readonly object[] = orders) => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(new URL(url, window.location.origin).pathname)
    return Response.json(rows)
  })
  render(<WithConsole>{element}</WithConsole>)
  return requested
}

test('an id is shown as the name of its row, linked to its page', async () => {
  const requested = show(<ResourceName kind="config" id={id} isLink />)
  expect((await screen.findByRole('link', { name: 'orders' })).getAttribute('href')).toBe(`/catalog/${id}`)
  expect(requested).toEqual(['/api/db/config_items'])
})

test('people and teams have a name without a page', async () => {
  show(<ResourceName kind="team" id={id} isLink />)
  expect((await screen.findByText('orders')).tagName).toBe('SPAN')
})

test('the id stays without a row, and is not looked up when it is none', async () => {
  const requested = show(<ResourceName kind="check" id="front page" />, [])
  expect(screen.getByText('front page').tagName).toBe('CODE')
  expect(requested).toEqual([])
})

test('other kinds of parameters are values', () => {
  expect(['config', 'people', 'text', 'toString', undefined].map(isNamedKind)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
