import { fireEvent, render, screen, within } from '@testing-library/react'
import { Route, Switch } from 'wouter'
import { expect, test } from 'vitest'
import { routes } from '#client/lib/address/routes.ts'
import { DocPage } from './doc-page.tsx'
import { DocsPage } from './docs-page.tsx'

const open = (address: string) => {
  window.history.replaceState(null, '', address)
  return render(
    <Switch>
      <Route path={routes.docs}>
        <DocsPage />
      </Route>
      <Route path={routes.doc}>{({ name }) => <DocPage key={name} name={name} />}</Route>
    </Switch>,
  )
}

test('the list leads to a document, and documents lead to each other', async () => {
  open('/docs')
  fireEvent.click(screen.getByRole('link', { name: 'Health checks' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Health checks' })).toBeDefined()
  const [inText] = within(screen.getByRole('article')).getAllByRole('link', { name: 'Lists, editing and walls' })
  fireEvent.click(inText ?? document.body)
  expect(await screen.findByRole('heading', { level: 1, name: 'Lists, editing and walls' })).toBeDefined()
  expect(window.location.pathname + window.location.hash).toBe('/docs/lists#wall-screens')
  expect(screen.getByRole('heading', { level: 2, name: 'Wall screens' }).id).toBe('wall-screens')
})

test('the navigation marks the open document', () => {
  open('/docs/configuration')
  const navigation = within(screen.getByRole('navigation', { name: 'Documents' }))
  expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Configuration')
})

test('draws a table with the Markdown of its cells', () => {
  open('/docs/configuration')
  const row = screen.getByRole('row', { name: /^PORT / })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['PORT', 'port to listen on; 0 takes any free one', '4600'])
  expect(within(row).getByText('PORT').tagName).toBe('CODE')
})

test('a link to a file outside the documents is text', () => {
  open('/docs/health')
  expect(screen.getByText(/relay\/backend\/checks\/types/)).toBeDefined()
  expect(screen.queryByRole('link', { name: /relay\/backend/ })).toBeNull()
})

test.each(['nothing', 'README', '__proto__'])('the name %j finds no document', (name) => {
  open(`/docs/${name}`)
  expect(screen.getByText(`There is no document named “${name}”.`)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open docs' }).getAttribute('href')).toBe('/docs')
})
