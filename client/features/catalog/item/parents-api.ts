import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { idList } from '#client/api/list-query.ts'

const rowSchema = z.object({ id: z.string(), name: z.string().nullish() })

const parseIds = (path: string | null): readonly string[] => (path === null || path === '' ? [] : path.split('.'))

export const parentsQuery = (path: string | null) =>
  queryOptions({
    queryKey: [...catalogKey, 'parents', path],
    queryFn: async ({ signal }) => {
      const ids = parseIds(path)
      const query = { id: idList(ids), select: 'id,name' }
      const { rows } = await listRows('config_names', { row: rowSchema, query, signal })
      const names = new Map(rows.map(({ id, name }) => [id, name ?? id]))
      return ids.flatMap((id) => {
        const label = names.get(id)
        return label === undefined ? [] : [{ label, href: linkTo(routes.configItem, { id }) }]
      })
    },
    enabled: parseIds(path).length > 0,
    meta: { failsAloud: true },
  })
