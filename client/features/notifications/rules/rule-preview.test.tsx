import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { rulePreviewRoute, type RulePreview as Preview } from '#shared/notifications/rule-preview-route.ts'
import { RulePreview } from './rule-preview.tsx'
import { toPreviewedRule } from './rule-spec-values.ts'
import { rulePreviewQuery } from './rules-api.ts'

const filter = 'check.label.site == "MMX"'
const rule = toPreviewedRule('', { events: ['check.failed'], repeat_interval: '4h', filter })
const counts = { sent: 0, grouped: 0, waits: 0, repeat: 0, silenced: 0, 'left out': 0 }

interface Shown {
  readonly savedId?: string
  readonly onFirst?: (isWanted: boolean) => void
  readonly onFilter?: (filter: string) => void
  readonly message?: string
  readonly failing?: readonly string[]
}

const show = (
  errors: readonly string[],
  { savedId, onFirst, onFilter, message = '', failing = ['bay-15'] }: Shown = {},
) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, enabled: false } } })
  const preview: Preview = {
    since: '2026-11-20T00:00:00Z',
    events: [],
    counts,
    sample: {
      event: 'check.failed',
      at: '2026-11-26T00:00:00Z',
      name: 'bay-14',
      title: 'bay-14 fails',
      message,
      values: [{ path: 'labels.site', value: 'MMX' }],
    },
    failing_now: failing.map((name) => ({ event: 'check.failed', resource: { kind: 'check', id: name, name } })),
    problems: [...errors],
    is_cut: false,
  }
  client.setQueryData(rulePreviewQuery(rulePreviewRoute.body.parse(rule)).queryKey, preview)
  render(
    <QueryClientProvider client={client}>
      <RulePreview
        rule={rule}
        savedId={savedId ?? null}
        first={{ isWanted: false, onChange: onFirst ?? (() => undefined) }}
        onFilter={onFilter}
      />
    </QueryClientProvider>,
  )
}

test('shows an invalid filter with the probable correction, applied by one button', () => {
  const onFilter = vi.fn<(filter: string) => void>()
  show(['filter: No such key: label'], { onFilter })
  expect(screen.getByRole('alert').textContent).toContain('Unknown field check.label.site. Did you mean labels.site?')
  fireEvent.click(screen.getByRole('button', { name: 'Use labels.site' }))
  expect(onFilter).toHaveBeenCalledWith('labels.site == "MMX"')
})

test('a rule that is read-only has the correction without the button', () => {
  show(['filter: No such key: label'])
  expect(screen.getByRole('alert').textContent).toContain('Did you mean labels.site?')
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull()
})

test('suggests no other filter for an invalid template', () => {
  show(['title: it ends too early'])
  expect(screen.getByRole('alert').textContent).toBe('title: it ends too early ')
  expect(screen.queryByRole('button', { name: /^Use / })).toBeNull()
})

test('a rule reports what already fails once, on saving when wanted, or later', async () => {
  const onFirst = vi.fn<(isWanted: boolean) => void>()
  show([], { onFirst })
  const region = screen.getByRole('region', { name: 'Failing now' })
  expect(region.textContent).toContain('1 matching resource already fails bay-15')
  expect(region.textContent).toContain('unless you notify once')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Notify once for these when saving' }))
  expect(onFirst).toHaveBeenCalledWith(true)
  expect(screen.queryByRole('button', { name: 'Notify now' })).toBeNull()
  cleanup()

  const requested = vi.fn<(url: string) => void>()
  vi.stubGlobal('fetch', async (url: string) => {
    requested(new URL(url, window.location.origin).pathname)
    return Response.json({ events: 1 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  show([], { savedId: 'r1' })
  fireEvent.click(screen.getByRole('button', { name: 'Notify now' }))
  await screen.findByText('1 event queued for this rule.')
  expect(requested).toHaveBeenCalledWith('/api/notification/r1/failing')
})

test('lists three names of what fails, with all of them in the tooltip', () => {
  const failing = ['bay-1', 'bay-2', 'bay-3', 'bay-4', 'bay-5']
  show([], { failing })
  const region = screen.getByRole('region', { name: 'Failing now' })
  expect(within(region).getByTitle(failing.join(', ')).textContent).toBe('bay-1, bay-2, bay-3 and 2 more')
})

test('shows links of the message by host and path, with the address in the tooltip', () => {
  const href = `https://ops.northwind.example/notifications/message?link=${'x'.repeat(150)}`
  show([], { message: `Acknowledge or silence: ${href}.` })
  const link = screen.getByRole('link', { name: 'ops.northwind.example/notifications/mess…' })
  expect(link.title).toBe(href)
  expect(link.closest('pre')?.textContent).toBe(`Acknowledge or silence: ${link.textContent}.`)
})
