import { z } from 'zod'
import type { Resource } from '#shared/access/resources.ts'
import { defineTopic, type Topic } from '#shared/live/topic.ts'

export const tableMarkSchema = z.object({ table: z.string(), mark: z.string() })

export type TableMark = z.infer<typeof tableMarkSchema>

export const tableTopic = (
  name: string,
  resource: Resource,
  options: { readonly offScreen?: true } = {},
): Topic<Record<string, never>, TableMark> =>
  defineTopic({
    name,
    params: z.strictObject({}),
    row: tableMarkSchema,
    getKey: ({ table }) => table,
    resource,
    getAbout: () => null,
    pollEveryMs: 5_000,
    staleAfterMs: 15_000,
    ...options,
  })
