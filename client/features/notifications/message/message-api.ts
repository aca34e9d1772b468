import { queryOptions } from '@tanstack/react-query'
import { messageLinkRoute } from '#shared/notifications/message-link-route.ts'
import { call } from '#client/api/call.ts'

export const messageLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['notifications', 'message link', token],
    queryFn: ({ signal }) => call(messageLinkRoute, { query: { token }, signal }),
    meta: { failsOnPage: true },
  })
