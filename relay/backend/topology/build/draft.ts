import type { z } from 'zod'
import type { ComponentProperty } from '#shared/topology/topology.ts'
import type { ResourceSelector } from '#shared/resources/resource-search.ts'
import type { ComponentSpec, foundComponentSchema } from '#relay/backend/topology/topology-spec.ts'

/** What a document or a lookup says of a component, its properties apart. */
export type DraftFields = Omit<z.infer<typeof foundComponentSchema>, 'properties' | 'selectors' | 'configs' | 'checks'>

/** A component as a run of its topology made it, before anything is known of what hangs on it. */
export interface Draft {
  readonly fields: DraftFields
  readonly properties: readonly ComponentProperty[]
  readonly selectors: readonly ResourceSelector[]
  readonly configs: readonly ResourceSelector[]
  readonly checks: NonNullable<ComponentSpec['checks']>
  readonly children: readonly Draft[]
}
