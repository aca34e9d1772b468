import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { defaultWallSettings, wallSettingsSchema } from '#shared/wall/wall-settings.ts'

export const dateFormats = ['short', 'medium', 'full', 'timestamp'] as const
export type DateFormat = (typeof dateFormats)[number]

export const browserZone = 'Browser'

export const cardWidthLimits = { min: 250, max: 768, step: 2 } as const

export const defaultPageSize = 50

const { min, max, step } = cardWidthLimits

const preferencesSchema = z.object({
  dateFormat: z.enum(dateFormats).catch('short'),
  timeZone: z.string().catch(browserZone),
  showDeletedConfigs: z.boolean().catch(false),
  catalogFavourites: z.array(z.string()).catch([]),
  topologyCardWidth: z.number().min(min).max(max).multipleOf(step).catch(364),
  sidebarCollapsed: z.boolean().catch(false),
  pageSize: z.int().positive().catch(defaultPageSize),
  theme: z.enum(['system', 'dark', 'light']).catch('system'),
  firstSteps: z.enum(['automatic', 'shown', 'hidden']).catch('automatic'),
  rowHeight: z.enum(['compact', 'comfortable']).catch('compact'),
  singleLetterShortcuts: z.boolean().catch(true),
  playsSound: z.boolean().catch(false),
  showsNotifications: z.boolean().catch(false),
  wall: wallSettingsSchema.catch(defaultWallSettings),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const usePreferences = create<Preferences>()(
  persist(() => preferencesSchema.parse({}), {
    name: 'quarterdeck.preferences',
    merge: (stored) => preferencesSchema.parse(stored ?? {}),
  }),
)

export const setPreferences = (change: Partial<Preferences>) => usePreferences.setState(change)
