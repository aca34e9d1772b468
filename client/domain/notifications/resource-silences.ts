import { queryOptions } from '@tanstack/react-query'
import { silenceRoute } from '#shared/notifications/silence-route.ts'
import {
  resourceSilencesRoute,
  type CoveringSilence,
  type SilencedKind,
} from '#shared/notifications/resource-silences-route.ts'
import { call } from '#client/api/call.ts'

export interface Silenceable {
  readonly kind: SilencedKind
  readonly id: string
  readonly name: string
}

export const resourceSilencesKey = ['silences of'] as const

export const resourceSilencesQuery = ({ kind, id }: Pick<Silenceable, 'kind' | 'id'>) =>
  queryOptions({
    queryKey: [...resourceSilencesKey, kind, id],
    queryFn: ({ signal }): Promise<readonly CoveringSilence[]> =>
      call(resourceSilencesRoute, { params: { kind, id }, signal }),
    meta: { failsAloud: true },
  })

export type QuickEnd = { readonly until: string } | { readonly until_recovers: true }

export const silenceResource = async (
  { kind, id, name }: Silenceable,
  end: QuickEnd,
  named = `${name} silenced`,
): Promise<void> => {
  await call(silenceRoute, { body: { name: named, [`${kind}_id`]: id, recursive: true, ...end } })
}
