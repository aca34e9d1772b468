import { z } from 'zod'
import type { Resource } from '#shared/access/resources.ts'
import { defineTopic, type Topic } from '#shared/live/topic.ts'

export const tableMarkSchema = z.object({ table: z.string(), mark: z.string() })

export type TableMark = z.infer<typeof tableMarkSchema>

export interface TableTopic extends Topic<Record<string, never>, TableMark> {
  readonly table: string
}

export const tableTopic = (
  name: string,
  resource: Resource,
  table: string,
  options: Partial<Pick<TableTopic, 'shows' | 'changedBy' | 'offScreen'>> = {},
): TableTopic => ({
  table,
  ...defineTopic({
    name,
    params: z.strictObject({}),
    row: tableMarkSchema,
    getKey: ({ table: key }) => key,
    resource,
    shows: [table],
    changedBy: [table],
    getAbout: () => null,
    pollEveryMs: 5_000,
    staleAfterMs: 15_000,
    ...options,
  }),
})
