import { queryOptions } from '@tanstack/react-query'
import { personalRoute, unsubscribeRoute, wishesRoute, type Wishes } from '#shared/notifications/personal-routes.ts'
import { call } from '#client/api/call.ts'

export const personalKey = ['notifications', 'mine'] as const

/** What I want of the messages that are for me, and the rules that tell me. */
export const personalQuery = queryOptions({
  queryKey: personalKey,
  queryFn: ({ signal }) => call(personalRoute, { signal }),
  meta: { failsOnPage: true },
})

/** Throws ApiError. */
export const saveWishes = (wishes: Wishes): Promise<Wishes> => call(wishesRoute, { body: wishes })

/** Throws ApiError. */
export const setUnsubscribed = async (id: string, isUnsubscribed: boolean): Promise<void> => {
  await call(unsubscribeRoute, { params: { id }, body: { is_unsubscribed: isUnsubscribed } })
}
