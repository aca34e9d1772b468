import { z } from 'zod'
import { wallLimits, wallSettingsSchema, type WallSettings } from '#shared/wall/wall-settings.ts'
import { numberIn, rotationSchema, toRotationForm, type NumberLimits } from '#client/domain/walls/rotation-form.ts'

const lengthIn = (limits: NumberLimits, unit: string) =>
  numberIn(limits, `Enter a number of ${unit} from ${limits.min} to ${limits.max}.`)

const { diagonalIn, readerM } = wallLimits

export const screenSchema = (origin: string) =>
  z.object({
    diagonalIn: lengthIn(diagonalIn, 'inches'),
    readerM: lengthIn(readerM, 'metres'),
    views: rotationSchema(origin),
    holdsOnTrouble: z.boolean(),
    light: wallSettingsSchema.shape.light.unwrap(),
    drifts: z.boolean(),
  })
export type ScreenForm = z.input<ReturnType<typeof screenSchema>>

export const toForm = (settings: WallSettings): ScreenForm => ({
  ...settings,
  diagonalIn: String(settings.diagonalIn),
  readerM: String(settings.readerM),
  views: toRotationForm(settings.views),
})
