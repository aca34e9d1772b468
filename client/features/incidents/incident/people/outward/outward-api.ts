import { queryOptions } from '@tanstack/react-query'
import { outwardRespondersRoute } from '#shared/incidents/outward-routes.ts'
import { call } from '#client/api/call.ts'
import { incidentsKey } from '#client/features/incidents/incidents-api.ts'

/** Whom an incident asks for help outside of the console, and how far that is. */
export const outwardQuery = (id: string) =>
  queryOptions({
    queryKey: [...incidentsKey, 'outward', id],
    queryFn: async ({ signal }) => (await call(outwardRespondersRoute, { params: { id }, signal })).responders,
    meta: { failsOnPage: true },
  })
