import { keepPreviousData, infiniteQueryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { decisionsRoute } from '#shared/notifications/decision-routes.ts'
import { call } from '#client/api/call.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'

type Page = z.output<typeof decisionsRoute.response>
/** What was decided about one event: every rule that was looked at, and what came of it. */
export type Decision = Page['decisions'][number]
export type RuleDecision = Decision['rules'][number]

/** Whose decisions are wanted; all that somebody may see where nothing is said. */
export interface DecisionQuestion {
  readonly resource_id?: string
  readonly person_id?: string
  readonly send_id?: string
}

const pageSize = 50

/** What was decided, the newest first, page by page; null over a production backend, which keeps no record of it. */
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
    meta: { failsOnPage: true },
  })
