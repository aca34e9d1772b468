import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '#client/api/api-error.ts'
import { clients } from '#client/api/clients.ts'

const currentSchema = z.object({
  chartVersion: z.string().optional(),
  appVersion: z.string().optional(),
  backend: z.string().optional(),
})
const formerSchema = z.object({ Version: z.string().optional(), backend: z.string().optional() })

const isAbsent = (error: unknown) => error instanceof ApiError && error.kind !== 'aborted'

/** The backend's version, asked the way of the newer backends and then of the older ones; null when neither tells it. */
export const backendVersionQuery = queryOptions({
  queryKey: ['backend-version'],
  queryFn: async ({ signal }): Promise<string | null> => {
    try {
      const { data } = await clients.api('/about', { schema: currentSchema, signal })
      const version = data.backend ?? (data.chartVersion || data.appVersion)
      if (version) return version
    } catch (error) {
      if (!isAbsent(error)) throw error
    }
    try {
      const { data } = await clients.canary('/about', { schema: formerSchema, signal })
      return data.backend ?? (data.Version || null)
    } catch (error) {
      if (!isAbsent(error)) throw error
      return null
    }
  },
})
