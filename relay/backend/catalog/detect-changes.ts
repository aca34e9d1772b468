import { listNames } from '#shared/primitives/list-names.ts'
import { configText } from '#shared/catalog/config-text.ts'
import { mergePatch, patchedPaths } from '#shared/catalog/merge-patch.ts'
import { unifiedDiff } from '#shared/catalog/unified-diff.ts'
import type { ComparedItem } from '#relay/backend/catalog/compare-items.ts'
import type { Health, ScrapedChange } from '#relay/backend/catalog/scraped-item.ts'

const pathsShown = 5
/** Earlier documents are reconstructed from stored diffs; a longer diff is omitted. */
const diffMax = 1024 * 1024

const changesByHealth: Record<Health, { readonly changeType: string; readonly severity: string }> = {
  healthy: { changeType: 'Healthy', severity: 'info' },
  warning: { changeType: 'Warning', severity: 'low' },
  unhealthy: { changeType: 'Unhealthy', severity: 'medium' },
  unknown: { changeType: 'HealthUnknown', severity: 'info' },
}

const toDiffChange = (before: unknown, after: unknown): ScrapedChange => {
  const patches = mergePatch(before, after)
  const diff = unifiedDiff(configText(before), configText(after))
  return {
    changeType: 'diff',
    severity: 'info',
    source: 'diff',
    summary: listNames(patchedPaths(patches), pathsShown),
    patches,
    ...(diff.length > diffMax ? {} : { diff }),
  }
}

const turn = (from: Health | null, to: Health | null, status: string | null): ScrapedChange[] => {
  if (to === null || (from ?? 'unknown') === to) return []
  const { changeType, severity } = changesByHealth[to]
  return [{ changeType, severity, source: 'health', summary: status ?? '', details: { from, to, status } }]
}

export const detectChanges = (compared: Exclude<ComparedItem, { readonly kind: 'refused' }>): ScrapedChange[] => {
  const { item } = compared
  if (compared.kind !== 'known') return [...item.changes]
  const { before, health } = compared.known
  return [
    ...(before === undefined ? [] : [toDiffChange(before.config, item.config)]),
    ...turn(health, item.health, item.status),
    ...item.changes,
  ]
}
