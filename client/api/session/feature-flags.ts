import { queryOptions, useQuery } from '@tanstack/react-query'
import { featureIsOn, findFeature, propertiesRoute, type Property } from '#shared/settings/feature-flags.ts'
import { call } from '#client/api/call.ts'

const askAgainMs = 10_000
const storageKey = 'quarterdeck.flags'

const readStored = (): readonly Property[] | undefined => {
  try {
    return propertiesRoute.response.parse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? undefined
  } catch {
    return undefined
  }
}

/** Other properties can be secret. */
const store = (properties: readonly Property[]) => {
  const flags = properties.filter(({ name }) => findFeature(name) !== null)
  try {
    localStorage.setItem(storageKey, JSON.stringify(flags))
  } catch {
    // Storage can be full or blocked; the next visit then waits for the flags.
  }
}

/** The next organization has flags of its own. */
export const forgetFlags = (): void => localStorage.removeItem(storageKey)

/** Starts with the flags of the last visit, so that pages need not wait for a slow backend. */
export const propertiesQuery = queryOptions({
  queryKey: ['properties'],
  queryFn: async ({ signal }): Promise<readonly Property[]> => {
    const properties = (await call(propertiesRoute, { signal })) ?? []
    store(properties)
    return properties
  },
  initialData: readStored,
  initialDataUpdatedAt: 0,
  refetchInterval: ({ state }) => (state.status === 'error' ? askAgainMs : false),
  retryOnMount: false,
})

/** Every feature is on while the flags are unknown or unreadable. */
export const useFeatures = (): ((feature: string) => boolean) => {
  const { data } = useQuery(propertiesQuery)
  return (feature) => featureIsOn(data ?? [], feature)
}
