import { queryOptions } from '@tanstack/react-query'
import { suggestionsRoute } from '#shared/incidents/suggestions-route.ts'
import { call } from '#client/api/call.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'

/** Expensive for the backend: loaded only on request and after attaching a suggestion. */
export const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [`${incidentsKey[0]} suggestions`, id],
    queryFn: ({ signal }) => call(suggestionsRoute, { params: { id }, signal }),
    staleTime: Infinity,
    meta: { failsOnPage: true },
  })
