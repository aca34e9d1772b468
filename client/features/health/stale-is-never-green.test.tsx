import { QueryClientProvider, QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createGrouping } from '#shared/health/check-groups.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { healthFacts } from '#shared/health/health-facts.ts'
import { listRows } from '#shared/health/health-list.ts'
import { healthTabs, collectTabs } from '#shared/health/health-tabs.ts'
import { FactsLine } from './facts-line.tsx'
import { HealthTabs } from './health-tabs.tsx'
import { AllHealthyView } from './all-healthy/all-healthy-view.tsx'
import { StateCell, StripCell } from './table/check-cells.tsx'

const checks = ['a', 'b', 'c'].map((id) => checkRow({ id, name: `check ${id}` }))
const never = () => false
const green = (within: ParentNode) =>
  within.querySelectorAll('.state-mark[data-state=healthy]:not([data-stale]), .result-strip:not([data-stale])').length

const page = (isStale: (row: CheckRow) => boolean, lastKnown: boolean) => {
  const list = listRows(createGrouping()(checks, 'canary_name', isStale), {
    grouped: true,
    hidePassing: false,
    isSorted: false,
    isStale,
    lastKnown,
    isOpen: () => true,
    isWhole: () => true,
  })
  const facts = healthFacts(checks, isStale)
  const tabs = collectTabs(checks, 'namespace', isStale)
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <HealthTabs tabs={healthTabs([tabs], [tabs])} active={null} total={checks.length} lastKnown={lastKnown} />
      <FactsLine facts={facts} lastKnownSinceMs={lastKnown ? 0 : null} />
      <AllHealthyView checks={checks} facts={facts} lastKnown={lastKnown} tabBy="namespace" onShowPassing={never} />
      {list.map((row) => (
        <div key={row.id} data-row={row.id}>
          <StateCell row={row} />
          <StripCell row={row} />
        </div>
      ))}
    </QueryClientProvider>,
  )
  return {
    container,
    greenIn: (id: string) => green(container.querySelector(`[data-row="${id}"]`) ?? container),
  }
}

test('healthy is green everywhere while all checks are healthy', () => {
  const { greenIn } = page(never, false)
  expect(['group:web', 'a', 'b', 'c'].map(greenIn)).toEqual([2, 2, 2, 2])
})

test('last known states are never green: marks, strips, tabs, facts, all-healthy view', () => {
  const { container } = page(never, true)
  expect(green(container)).toBe(0)
  expect(container.textContent).toContain('Last known: 3 of 3 healthy')
  expect(container.textContent).not.toMatch(/none late|No failures for/)
})

test('a check that stopped reporting is not green, nor is its group', () => {
  const { greenIn, container } = page(({ id }) => id === 'b', false)
  expect(greenIn('b')).toBe(0)
  expect(greenIn('a')).toBe(2)
  const group = container.querySelector('[data-row="group:web"] .state-mark')
  expect(group?.getAttribute('aria-label')).toBe('healthy, stale')
})
