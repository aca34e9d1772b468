import { z } from 'zod'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { defaultWallSettings, wallSettingsSchema } from '#shared/wall/wall-settings.ts'

export const dateFormats = ['short', 'medium', 'full', 'timestamp'] as const
export type DateFormat = (typeof dateFormats)[number]

/** The entry of the time zone list that follows the browser. */
export const browserZone = 'Browser'

export const cardWidthLimits = { min: 250, max: 768, step: 2 } as const

export const defaultPageSize = 50

const { min, max, step } = cardWidthLimits

/** One unreadable field falls back to its default and leaves the others as they were chosen. */
const preferencesSchema = z.object({
  dateFormat: z.enum(dateFormats).catch('short'),
  timeZone: z.string().catch(browserZone),
  showDeletedConfigs: z.boolean().catch(false),
  /** Groups of the catalog that stand before the others. */
  catalogFavourites: z.array(z.string()).catch([]),
  topologyCardWidth: z.number().min(min).max(max).multipleOf(step).catch(364),
  sidebarCollapsed: z.boolean().catch(false),
  pageSize: z.int().positive().catch(defaultPageSize),
  theme: z.enum(['system', 'dark', 'light']).catch('system'),
  rowHeight: z.enum(['compact', 'comfortable']).catch('compact'),
  singleLetterShortcuts: z.boolean().catch(true),
  wall: wallSettingsSchema.catch(defaultWallSettings),
})
export type Preferences = z.infer<typeof preferencesSchema>

/** What this browser's person prefers; kept in local storage (ledger SHELL-77 to SHELL-83). */
export const usePreferences = create<Preferences>()(
  persist(() => preferencesSchema.parse({}), {
    name: 'quarterdeck.preferences',
    merge: (stored) => preferencesSchema.parse(stored ?? {}),
  }),
)

/** Changes some preferences, at once and for good. */
export const setPreferences = (change: Partial<Preferences>) => usePreferences.setState(change)
