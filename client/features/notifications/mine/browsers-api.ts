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

/** My browsers that take pushes, the key that another one subscribes with, and where this one takes them. */
export const browsersQuery = queryOptions({
  queryKey: [...personalKey, 'browsers'],
  queryFn: async ({ signal }) => {
    const [listed, ownEndpoint] = await Promise.all([call(pushedBrowsersRoute, { signal }), readOwnEndpoint()])
    return { ...listed, ownEndpoint }
  },
  meta: { failsOnPage: true },
})

/** Subscribes this browser; why the browser refused, or null where it takes pushes now. Throws ApiError. */
export const addThisBrowser = async (key: string): Promise<string | null> => {
  const subscribed = await subscribeBrowser(key)
  if (subscribed.kind === 'refused') return subscribed.reason
  await call(addBrowserRoute, { body: subscribed.subscription })
  return null
}

/** Throws ApiError. */
export const removeBrowser = async ({ id, endpoint }: PushedBrowser): Promise<void> => {
  await call(removeBrowserRoute, { params: { id } })
  await unsubscribeBrowser(endpoint)
}

/** Throws ApiError. */
export const testBrowser = ({ id }: PushedBrowser) => call(testBrowserRoute, { params: { id }, timeoutMs: 30_000 })
