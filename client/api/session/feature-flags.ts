import { queryOptions, useQuery } from '@tanstack/react-query'
import { featureIsOn, propertiesRoute } from '#shared/settings/feature-flags.ts'
import { call } from '#client/api/call.ts'

const askAgainMs = 10_000

export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: async ({ signal }) => (await call(propertiesRoute, { signal })) ?? [],
  refetchInterval: ({ state }) => (state.data === undefined && state.errorUpdateCount > 0 ? askAgainMs : false),
  retryOnMount: false,
})

/** Every feature is on while the flags are unknown or unreadable. */
export const useFeatures = (): ((feature: string) => boolean) => {
  const { data } = useQuery(propertiesQuery)
  return (feature) => featureIsOn(data ?? [], feature)
}
