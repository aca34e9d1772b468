import { queryOptions } from '@tanstack/react-query'
import { aboutRoute, canaryAboutRoute } from '#shared/health/check-routes.ts'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'

const versionAt = async (
  route: typeof aboutRoute | typeof canaryAboutRoute,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    const { backend, Version, chartVersion, appVersion } = await call(route, { signal })
    return backend || Version || chartVersion || appVersion || null
  } catch (error) {
    if (error instanceof ApiError && error.status !== undefined) return null
    throw error
  }
}

export const backendVersionQuery = queryOptions({
  queryKey: ['backend-version'],
  queryFn: async ({ signal }): Promise<string | null> =>
    (await versionAt(canaryAboutRoute, signal)) ?? versionAt(aboutRoute, signal),
  meta: { failsAloud: true },
})
