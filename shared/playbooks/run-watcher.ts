import { z } from 'zod'

export const runWatcherSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type RunWatcher = z.infer<typeof runWatcherSchema>
