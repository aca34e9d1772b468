import { queryOptions } from '@tanstack/react-query'
import { personRolesSchema } from '#shared/access/membership.ts'
import { isAdmin } from '#shared/access/roles.ts'
import { listRows } from '#client/api/data-api.ts'

const namesMax = 200

export const administratorsQuery = queryOptions({
  queryKey: ['administrators'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const query = { select: 'id,name,roles', order: 'name.asc', limit: namesMax }
    const { rows } = await listRows('people_roles', { row: personRolesSchema, query, signal })
    return rows.filter(({ roles }) => isAdmin(roles ?? [])).flatMap(({ name }) => (name ? [name] : []))
  },
})
