import { queryOptions } from '@tanstack/react-query'
import { personalRoute, unsubscribeRoute, wishesRoute, type Wishes } from '#shared/notifications/personal-routes.ts'
import { call } from '#client/api/call.ts'

export const personalKey = ['notifications', 'mine'] as const

export const personalQuery = queryOptions({
  queryKey: personalKey,
  queryFn: ({ signal }) => call(personalRoute, { signal }),
})

export const saveWishes = (wishes: Wishes): Promise<Wishes> => call(wishesRoute, { body: wishes })

export const setUnsubscribed = async (id: string, isUnsubscribed: boolean): Promise<void> => {
  await call(unsubscribeRoute, { params: { id }, body: { is_unsubscribed: isUnsubscribed } })
}
