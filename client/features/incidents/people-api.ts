import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { humanPeople } from '#shared/access/human-people.ts'
import { listRows } from '#client/api/data-api.ts'
import { personColumns, personSchema } from './person.ts'

const most = 500

export const peopleQuery = queryOptions({
  queryKey: ['incident choices', 'people'],
  queryFn: async ({ signal }) => {
    const query = { select: personColumns, ...humanPeople, name: 'not.is.null', order: 'name.asc', limit: most }
    return (await listRows('people', { row: personSchema, query, signal })).rows
  },
  staleTime: 60_000,
})

const namedSchema = z.object({ id: z.string(), name: z.string() })

const namesQuery = (relation: 'teams' | 'components') =>
  queryOptions({
    queryKey: ['incident choices', relation],
    queryFn: async ({ signal }) => {
      const query = { select: 'id,name', deleted_at: 'is.null', order: 'name.asc', limit: most }
      return (await listRows(relation, { row: namedSchema, query, signal })).rows
    },
    staleTime: 60_000,
  })
export const teamsQuery = namesQuery('teams')
export const componentsQuery = namesQuery('components')
