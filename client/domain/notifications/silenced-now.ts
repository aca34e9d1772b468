import { queryOptions, useQuery } from '@tanstack/react-query'
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
import { silencesOfKey, type Silenceable } from './silences-of.ts'

const askerOf = (kind: SilencedKind) =>
  askTogether<CoveringSilence>(silencedNowMost, (ids) => call(silencedNowRoute, { body: { kind, ids: [...ids] } }))
const ask = { check: askerOf('check'), config: askerOf('config'), component: askerOf('component') }

export const silencedNowKey = [...silencesOfKey, 'now'] as const

const silencedNowQuery = ({ kind, id }: Pick<Silenceable, 'kind' | 'id'>) =>
  queryOptions({
    queryKey: [...silencedNowKey, kind, id],
    queryFn: () => ask[kind](id),
    staleTime: Infinity,
    meta: { failsOnPage: true },
  })

/**
 * The silence that holds a thing now; null where none does, and for whoever may not read it. Rows that are drawn together ask
 * together. Production backends have no route that says it.
 */
export const useSilencedNow = (thing: Pick<Silenceable, 'kind' | 'id'>): CoveringSilence | null => {
  const { data } = useQuery({ ...silencedNowQuery(thing), enabled: useMayKnowSilences() })
  return data ?? null
}

/** Whether the person may know what is silenced, and the backend can say it. */
export const useMayKnowSilences = (): boolean => useAllowed('read', 'notifications').allowed && hasOwnBackend()
