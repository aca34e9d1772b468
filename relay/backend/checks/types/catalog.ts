import { z } from 'zod'
import { unlessAborted } from '#relay/time-limit.ts'
import { filledSelectorSchema } from '#shared/resources/document-selector.ts'
import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import type { FoundConfig } from '#relay/backend/catalog/find-configs.ts'
import { defineCheckType } from './define-check-type.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

/** The search for resources returns no more. */
const foundMax = 1_000
const endpointMaxLength = 200

const spec = z.strictObject({
  selector: z.union([z.array(filledSelectorSchema).min(1), filledSelectorSchema.transform((one) => [one])]),
})
type CatalogSpec = z.infer<typeof spec>

const formatSelector = (one: ResourceSelector): string =>
  Object.entries(one)
    .flatMap(([key, value]) => (value == null || value === '' ? [] : `${key}=${String(value)}`))
    .join(' ')

const formatEndpoint = ({ selector: selectors }: CatalogSpec): string => {
  const text = selectors.map(formatSelector).join(' | ')
  return text.length > endpointMaxLength ? `${text.slice(0, endpointMaxLength - 1)}…` : text
}

const healths = ['unhealthy', 'warning', 'healthy'] as const

const formatSummary = (found: readonly FoundConfig[]): string => {
  const parts = healths.flatMap((health) => {
    const number = found.filter((item) => item['health'] === health).length
    return number === 0 ? [] : `${number} ${health}`
  })
  const total = formatQuantity(found.length, 'item')
  return parts.length === 0 ? total : `${total}: ${parts.join(', ')}`
}

/** No items is not a failure, as in SQL checks: `test` and `markFailOnEmpty` decide. */
export const catalog = defineCheckType<CatalogSpec>({
  key: 'catalog',
  spec,
  formatEndpoint,
  run: async ({ selector: selectors }, { findConfigs, signal }) => {
    if (findConfigs === undefined) throw new Error('The catalog cannot be searched here')
    const found = await unlessAborted(findConfigs(selectors), signal)
    const isLimited = selectors.length === 1 && (selectors[0]?.limit ?? Infinity) <= foundMax
    if (found.length >= foundMax && !isLimited)
      return { pass: false, message: `Matches ${foundMax} or more items. Narrow the selector, or set its limit.` }
    return { pass: true, message: formatSummary(found), details: { results: found, count: found.length } }
  },
})
