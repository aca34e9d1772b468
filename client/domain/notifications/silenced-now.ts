import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { silenceTable } from '#shared/notifications/notification-topics.ts'
import {
  silencedNowMost,
  silencedNowRoute,
  type CoveringSilence,
  type SilencedKind,
} from '#shared/notifications/silences-of-route.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { askTogether } from '#client/api/ask-together.ts'
import { call } from '#client/api/call.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { silencesOfKey, type Silenceable } from './silences-of.ts'

const askerOf = (kind: SilencedKind) =>
  askTogether<CoveringSilence>(silencedNowMost, (ids) => call(silencedNowRoute, { body: { kind, ids: [...ids] } }))
const ask = { check: askerOf('check'), config: askerOf('config'), component: askerOf('component') }

const nowKey = [...silencesOfKey, 'now'] as const

const silencedNowQuery = ({ kind, id }: Pick<Silenceable, 'kind' | 'id'>) =>
  queryOptions({
    queryKey: [...nowKey, kind, id],
    queryFn: () => ask[kind](id),
    staleTime: Infinity,
    meta: { failsOnPage: true },
  })

/**
 * The silence that holds a thing now; null where none does, and for whoever may not read it. Rows that are drawn together ask
 * together. Production backends have no route that says it.
 */
export const useSilencedNow = (thing: Pick<Silenceable, 'kind' | 'id'>): CoveringSilence | null => {
  const { allowed } = useAllowed('read', 'notifications')
  const { data } = useQuery({ ...silencedNowQuery(thing), enabled: allowed && hasOwnBackend() })
  return data ?? null
}

/** Silences begin and end by the clock as well. */
const askAgainMs = 60_000

/** Keeps what rows say of silences true: for the list that they stand in. */
export const useSilencedRows = (): void => {
  const client = useQueryClient()
  useTableChanges(silenceTable, silencesOfKey)
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: nowKey }), askAgainMs)
    return () => clearInterval(timer)
  }, [client])
}
