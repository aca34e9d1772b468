import { queryOptions, useQuery } from '@tanstack/react-query'
import { featureIsOn, propertiesRoute } from '#shared/settings/feature-flags.ts'
import { call } from '#client/api/call.ts'

const askAgainMs = 10_000

/** The effective properties; a backend that says `null` has none. Those that could not be read are asked for again. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: async ({ signal }) => (await call(propertiesRoute, { signal })) ?? [],
  meta: { failsOnPage: true },
  retry: false,
  refetchInterval: ({ state }) => (state.data === undefined && state.errorUpdateCount > 0 ? askAgainMs : false),
  retryOnMount: false,
})

/** Whether features are on. Before the flags are known, and when they cannot be read, every feature is. */
export const useFeatures = (): ((feature: string) => boolean) => {
  const { data } = useQuery(propertiesQuery)
  return (feature) => featureIsOn(data ?? [], feature)
}
