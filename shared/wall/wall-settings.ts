import { z } from 'zod'

export const wallLimits = {
  diagonalIn: { min: 10, max: 200 },
  readerM: { min: 0.5, max: 30 },
  seconds: { min: 5, max: 3_600 },
  views: 12,
} as const

/** Security: never the address of another host. */
export const isViewAddress = (address: string): boolean => /^\/(?![/\\])[!-~]{0,500}$/.test(address)

/** `@` and the ID of a saved view. */
const isViewReference = (address: string): boolean => /^@[0-9a-f-]{36}$/.test(address)

export const isViewTarget = (address: string): boolean => isViewAddress(address) || isViewReference(address)

const { diagonalIn, readerM, seconds } = wallLimits

const wallViewSchema = z.object({
  address: z.string().refine(isViewTarget),
  seconds: z.int().min(seconds.min).max(seconds.max),
})
export type WallView = z.infer<typeof wallViewSchema>

export const parseViewToken = (token: string): WallView | null => {
  const [, number, address] = /^(\d+)s:(.+)$/.exec(token) ?? []
  return wallViewSchema.safeParse({ address, seconds: Number(number) }).data ?? null
}

const firstViews: WallView[] = [{ address: '/view/health', seconds: 30 }]

export const wallSettingsSchema = z.object({
  diagonalIn: z.number().min(diagonalIn.min).max(diagonalIn.max).catch(55),
  readerM: z.number().min(readerM.min).max(readerM.max).catch(5),
  views: z.array(wallViewSchema).min(1).max(wallLimits.views).catch(firstViews),
  holdsOnTrouble: z.boolean().catch(true),
  light: z.enum(['dark', 'light', 'by-hour']).catch('dark'),
  drifts: z.boolean().catch(true),
})
export type WallSettings = z.infer<typeof wallSettingsSchema>

export const defaultWallSettings: WallSettings = wallSettingsSchema.parse({})

const lightHours = { from: 7, to: 19 }

export const lightAt = (light: WallSettings['light'], hour: number): 'dark' | 'light' => {
  if (light !== 'by-hour') return light
  return hour >= lightHours.from && hour < lightHours.to ? 'light' : 'dark'
}
