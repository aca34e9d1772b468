import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const logPreferencesSchema = z.object({ wraps: z.boolean().catch(false), times: z.boolean().catch(true) })
type LogPreferences = z.infer<typeof logPreferencesSchema>

export const useLogPreferences = create<LogPreferences>()(
  persist(() => logPreferencesSchema.parse({}), {
    name: 'quarterdeck.log',
    merge: (stored) => logPreferencesSchema.parse(stored ?? {}),
  }),
)

export const setLogPreferences = (change: Partial<LogPreferences>) => useLogPreferences.setState(change)
