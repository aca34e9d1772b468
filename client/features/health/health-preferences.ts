import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { defaultGroupBy, defaultTabBy } from '#shared/health/check-facet.ts'

const healthPreferencesSchema = z.object({
  hidePassing: z.boolean().catch(true),
  tabBy: z.string().catch(defaultTabBy),
  groupBy: z.string().catch(defaultGroupBy),
  filtersFolded: z.boolean().catch(false),
})
type HealthPreferences = z.infer<typeof healthPreferencesSchema>

export const useHealthPreferences = create<HealthPreferences>()(
  persist(() => healthPreferencesSchema.parse({}), {
    name: 'quarterdeck.health',
    merge: (stored) => healthPreferencesSchema.parse(stored ?? {}),
  }),
)

export type ShownPreferences = Pick<HealthPreferences, 'hidePassing' | 'tabBy' | 'groupBy'>

export const setHealthPreferences = (change: Partial<HealthPreferences>) => useHealthPreferences.setState(change)
