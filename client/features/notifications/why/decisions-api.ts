import { keepPreviousData, infiniteQueryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { decisionsRoute } from '#shared/notifications/decision-routes.ts'
import { call } from '#client/api/call.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'

type Page = z.output<typeof decisionsRoute.response>
export type Decision = Page['decisions'][number]
export type RuleDecision = Decision['rules'][number]

export interface DecisionQuestion {
  readonly resource_id?: string
  readonly person_id?: string
  readonly send_id?: string
}

const pageSize = 50

/** Null with a production backend, which stores no decisions. */
export const decisionsQuery = (question: DecisionQuestion) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'decisions', question],
    queryFn: async ({ signal, pageParam }): Promise<Page | null> => {
      const query = { ...question, limit: pageSize, ...(pageParam !== '' && { before: pageParam }) }
      return hasOwnBackend() ? call(decisionsRoute, { query, signal }) : null
    },
    initialPageParam: '',
    getNextPageParam: (last: Page | null) => last?.next ?? null,
    placeholderData: keepPreviousData,
  })
