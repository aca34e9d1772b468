import { queryOptions } from '@tanstack/react-query'
import {
  addBrowserRoute,
  pushedBrowsersRoute,
  removeBrowserRoute,
  testBrowserRoute,
  type PushedBrowser,
} from '#shared/notifications/push-routes.ts'
import { call } from '#client/api/call.ts'
import { personalKey } from './mine-api.ts'
import { readOwnEndpoint, subscribeBrowser, unsubscribeBrowser } from './push-browser.ts'

export const browsersQuery = queryOptions({
  queryKey: [...personalKey, 'browsers'],
  queryFn: async ({ signal }) => {
    const [listed, ownEndpoint] = await Promise.all([call(pushedBrowsersRoute, { signal }), readOwnEndpoint()])
    return { ...listed, ownEndpoint }
  },
})

/** Resolves to the reason why the browser rejected the subscription, or null on success. */
export const addThisBrowser = async (key: string): Promise<string | null> => {
  const subscribed = await subscribeBrowser(key)
  if (subscribed.kind === 'refused') return subscribed.reason
  await call(addBrowserRoute, { body: subscribed.subscription })
  return null
}

export const removeBrowser = async ({ id, endpoint }: PushedBrowser): Promise<void> => {
  await call(removeBrowserRoute, { params: { id } })
  await unsubscribeBrowser(endpoint)
}

export const testBrowser = ({ id }: PushedBrowser) => call(testBrowserRoute, { params: { id }, timeoutMs: 30_000 })
