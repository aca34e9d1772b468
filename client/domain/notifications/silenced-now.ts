import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  silencedNowMost,
  silencedNowRoute,
  type CoveringSilence,
  type SilencedKind,
} from '#shared/notifications/resource-silences-route.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { batchRequests } from '#client/api/batch-requests.ts'
import { call } from '#client/api/call.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { resourceSilencesKey, type Silenceable } from './resource-silences.ts'

const createBatcher = (kind: SilencedKind) =>
  batchRequests<CoveringSilence>(silencedNowMost, (ids) => call(silencedNowRoute, { body: { kind, ids: [...ids] } }))
const ask = { check: createBatcher('check'), config: createBatcher('config'), component: createBatcher('component') }

export const silencedNowKey = [...resourceSilencesKey, 'now'] as const

const silencedNowQuery = ({ kind, id }: Pick<Silenceable, 'kind' | 'id'>) =>
  queryOptions({
    queryKey: [...silencedNowKey, kind, id],
    queryFn: () => ask[kind](id),
    staleTime: Infinity,
  })

export const useSilencedNow = (target: Pick<Silenceable, 'kind' | 'id'>): CoveringSilence | null => {
  const { data } = useQuery({ ...silencedNowQuery(target), enabled: useCanReadSilences() })
  return data ?? null
}

export const useCanReadSilences = (): boolean => useAllowed('read', 'notifications').allowed && hasOwnBackend()
