import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { runnablePlaybooksRoute } from '#shared/playbooks/playbook-routes.ts'
import { call } from '#client/api/call.ts'
import { listRows, softDeleteRows, findRow } from '#client/api/data-api.ts'
import { textOrEmpty } from '#shared/primitives/row-values.ts'

const selectors = z.array(z.record(z.string(), z.unknown())).nullish().catch(null)

export const playbookSchema = z.object({
  id: z.string(),
  name: z.string(),
  title: textOrEmpty,
  icon: textOrEmpty,
  category: textOrEmpty,
  description: textOrEmpty,
  source: textOrEmpty,
  created_by: z.object({ id: z.string(), name: z.string() }).nullish(),
  updated_at: textOrEmpty,
  spec: z.looseObject({
    title: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    icon: z.string().optional().catch(undefined),
    category: z.string().optional().catch(undefined),
    configs: selectors,
    components: selectors,
    checks: selectors,
    parameters: z.array(z.unknown()).nullish().catch(null),
  }),
})
export type Playbook = z.infer<typeof playbookSchema>

const select = '*,created_by(id,name,avatar)'

export const playbooksKey = ['playbooks'] as const

export const playbooksQuery = queryOptions({
  queryKey: [...playbooksKey, 'all'],
  queryFn: async ({ signal }) => {
    const query = { select, deleted_at: 'is.null', order: 'created_at.desc' }
    return (await listRows('playbooks', { row: playbookSchema, query, signal })).rows
  },
})

export const playbookQuery = (id: string) =>
  queryOptions({
    queryKey: ['playbooks', 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, select, deleted_at: 'is.null' }
      return findRow('playbooks', { row: playbookSchema, query, signal })
    },
  })

export const runnableQuery = (kind: 'check' | 'component' | 'config', id: string) =>
  queryOptions({
    queryKey: ['playbooks', 'runnable', kind, id],
    queryFn: async ({ signal }) =>
      (await call(runnablePlaybooksRoute, { query: { [`${kind}_id`]: id }, signal })) ?? [],
  })

export const getPlaybookTitle = ({ title, name, spec }: Pick<Playbook, 'title' | 'name' | 'spec'>): string =>
  title || spec.title || name
export const getPlaybookCategory = ({ category, spec }: Pick<Playbook, 'category' | 'spec'>): string =>
  category || spec.category || 'Other'
export const getPlaybookDescription = ({ description, spec }: Pick<Playbook, 'description' | 'spec'>): string =>
  description || spec.description || ''

/** Empty when the playbook needs no target. */
export const getTargetSelectors = ({ spec }: Pick<Playbook, 'spec'>) => ({
  ...(spec.configs && { config: spec.configs }),
  ...(spec.components && { component: spec.components }),
  ...(spec.checks && { check: spec.checks }),
})

export const isEditable = ({ source }: Pick<Playbook, 'source'>): boolean => source === '' || source === 'UI'

export const deletePlaybook = (id: string) => softDeleteRows('playbooks', { id: `eq.${id}` })
