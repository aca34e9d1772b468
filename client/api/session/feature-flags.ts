import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { clients } from '#client/api/clients.ts'
import { featureIsOn, propertySchema } from '#shared/settings/feature-flags.ts'

/** The effective properties; `null` is what an empty list looks like from one of the backends. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: async ({ signal }) => {
    const schema = z.array(propertySchema).nullable()
    return (await clients.api('/properties', { schema, signal })).data ?? []
  },
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
