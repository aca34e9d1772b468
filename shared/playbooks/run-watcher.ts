import { z } from 'zod'

/** A person whose browser shows a run now. */
export const runWatcherSchema = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type RunWatcher = z.infer<typeof runWatcherSchema>
