import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { statusUpdatesRoute } from '#shared/incidents/status-page-routes.ts'
import { call } from '#client/api/call.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'

export type StatusUpdates = z.output<typeof statusUpdatesRoute.response>

/** `known` is part of the key: a different number of updates triggers a reload. */
export const statusUpdatesQuery = (id: string, known: number) =>
  queryOptions({
    queryKey: [...incidentsKey, 'status page', id, known],
    queryFn: ({ signal }) => call(statusUpdatesRoute, { params: { id }, signal }),
    placeholderData: keepPreviousData,
  })
