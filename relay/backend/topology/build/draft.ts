import type { z } from 'zod'
import type { ComponentProperty } from '#shared/topology/topology.ts'
import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import type { ComponentSpec } from '#relay/backend/topology/topology-spec.ts'
import type { foundComponentSchema } from './found-component.ts'

export type DraftFields = Omit<z.infer<typeof foundComponentSchema>, 'properties' | 'selectors' | 'configs' | 'checks'>

export interface Draft {
  readonly fields: DraftFields
  readonly properties: readonly ComponentProperty[]
  readonly selectors: readonly ResourceSelector[]
  readonly configs: readonly ResourceSelector[]
  readonly checks: NonNullable<ComponentSpec['checks']>
  readonly children: readonly Draft[]
}
