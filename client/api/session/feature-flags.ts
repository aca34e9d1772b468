import { queryOptions, useQuery } from '@tanstack/react-query'
import { featureIsOn, propertiesRoute } from '#shared/settings/feature-flags.ts'
import { call } from '#client/api/call.ts'

/** The effective properties; a backend that says `null` has none. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: async ({ signal }) => (await call(propertiesRoute, { signal })) ?? [],
  meta: { failsOnPage: true },
  retry: false,
  // A reader that comes later must not ask again: asking takes away the page that holds it.
  retryOnMount: false,
})

/** Whether features are on. Before the flags are known, and when they cannot be read, every feature is. */
export const useFeatures = (): ((feature: string) => boolean) => {
  const { data } = useQuery(propertiesQuery)
  return (feature) => featureIsOn(data ?? [], feature)
}
