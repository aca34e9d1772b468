import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { SettingsState } from './settings-state.tsx'

afterEach(() => vi.unstubAllGlobals())

const respond = (total: number) => Response.json([], { headers: { 'Content-Range': `*/${total}` } })
const draw = (
  totals: { readonly all: number; readonly FAILED: number; readonly WARNING: number },
  isRejected = false,
  href: string = routes.scrapers,
) => {
  vi.stubGlobal('fetch', async (url: string | Request) => {
    const address = url instanceof Request ? url.url : url
    if (isRejected) return Response.json({ message: 'no' }, { status: 403 })
    return respond(
      /FAILED|unhealthy/.test(address) ? totals.FAILED : address.includes('WARNING') ? totals.WARNING : totals.all,
    )
  })
  return render(
    <WithConsole roles={['admin']}>
      <SettingsState href={href} />
    </WithConsole>,
  )
}

test('a settings entry shows how many resources fail, or else how many there are', async () => {
  draw({ all: 12, FAILED: 3, WARNING: 1 })
  expect(await screen.findByText(/3 of 12 scrapers failing/)).toBeDefined()
})

test('health checks are counted by their results, not by jobs', async () => {
  draw({ all: 5, FAILED: 2, WARNING: 5 }, false, linkTo(routes.settingsTable, { table: 'canaries' }))
  expect(await screen.findByText(/2 of 5 health checks failing/)).toBeDefined()
})

test('shows errors of the last runs', async () => {
  draw({ all: 1, FAILED: 0, WARNING: 1 })
  expect(await screen.findByText(/1 of 1 scraper with errors/)).toBeDefined()
})

test('an entry that cannot be loaded is not shown as healthy', async () => {
  draw({ all: 0, FAILED: 0, WARNING: 0 }, true)
  expect(await screen.findByText('state unknown')).toBeDefined()
})

test('job history shows the failed runs of a day', async () => {
  draw({ all: 40, FAILED: 4, WARNING: 0 }, false, routes.jobs)
  expect(await screen.findByText(/4 of 40 runs failed in 24 h/)).toBeDefined()
})

test.each([
  ['slack', 'slack'],
  [null, 'a playbook run'],
])('audit shows the last change, of %s', async (name, shown) => {
  const entry = { at: new Date(Date.now() - 300_000).toISOString(), person_name: 'Mara', action: 'changed' }
  vi.stubGlobal('fetch', async () => Response.json([{ ...entry, table_name: 'playbook_runs', row_name: name }]))
  render(
    <WithConsole roles={['admin']}>
      <SettingsState href={routes.audit} />
    </WithConsole>,
  )
  expect(await screen.findByText(new RegExp(`^Mara changed ${shown} 5.min ago$`))).toBeDefined()
})
