import { queryOptions } from '@tanstack/react-query'
import { suggestionsRoute } from '#shared/incidents/suggestions-route.ts'
import { call } from '#client/api/call.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'

/** What may belong to an incident; looked for when somebody asks, and again only when they ask again or something was attached. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [`${incidentsKey[0]} suggestions`, id],
    queryFn: ({ signal }) => call(suggestionsRoute, { params: { id }, signal }),
    staleTime: Infinity,
    meta: { failsOnPage: true },
  })
