import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '#client/api/api-error.ts'
import { clients, type Client } from '#client/api/clients.ts'

export const aboutSchema = z.object({
  backend: z.string().optional(),
  Version: z.string().optional(),
  chartVersion: z.string().optional(),
  appVersion: z.string().optional(),
})

const versionAt = async (client: Client, signal: AbortSignal): Promise<string | null> => {
  try {
    const { data } = await client('/about', { schema: aboutSchema, signal })
    return data.backend || data.Version || data.chartVersion || data.appVersion || null
  } catch (error) {
    if (error instanceof ApiError && error.status !== undefined) return null
    throw error
  }
}

/** The backend's version, asked the way of the older backends and then of the newer ones; null when neither tells it. */
export const backendVersionQuery = queryOptions({
  queryKey: ['backend-version'],
  queryFn: async ({ signal }): Promise<string | null> =>
    (await versionAt(clients.canary, signal)) ?? versionAt(clients.api, signal),
})
