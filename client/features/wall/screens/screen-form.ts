import { z } from 'zod'
import { isViewAddress, wallLimits, wallSettingsSchema, type WallSettings } from '#shared/wall/wall-settings.ts'
import { withoutWall } from '#client/lib/address/wall-address.ts'

interface Limits {
  readonly min: number
  readonly max: number
}

const numberIn = ({ min, max }: Limits, message: string, isFine = (_value: number) => true) =>
  z.string().transform((text, context) => {
    const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))
    if (!(value >= min && value <= max && isFine(value))) context.addIssue(message)
    return value
  })

const lengthIn = (limits: Limits, unit: string) =>
  numberIn(limits, `Enter a number of ${unit} from ${limits.min} to ${limits.max}.`)

const addressOn = (origin: string) =>
  z.string().transform((text, context) => {
    const typed = text.trim()
    const address = withoutWall(typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed)
    if (!isViewAddress(address)) context.addIssue('Enter an address of this console, for example /view/health.')
    return address
  })

const { diagonalIn, readerM, seconds } = wallLimits

export const screenSchema = (origin: string) =>
  z.object({
    diagonalIn: lengthIn(diagonalIn, 'inches'),
    readerM: lengthIn(readerM, 'metres'),
    views: z.array(
      z.object({
        address: addressOn(origin),
        seconds: numberIn(
          seconds,
          `Enter whole seconds from ${seconds.min} to ${seconds.max.toLocaleString('en')}.`,
          Number.isInteger,
        ),
      }),
    ),
    holdsOnTrouble: z.boolean(),
    light: wallSettingsSchema.shape.light.unwrap(),
    drifts: z.boolean(),
  })
export type ScreenForm = z.input<ReturnType<typeof screenSchema>>

export const toForm = (settings: WallSettings): ScreenForm => ({
  ...settings,
  diagonalIn: String(settings.diagonalIn),
  readerM: String(settings.readerM),
  views: settings.views.map(({ address, seconds }) => ({ address, seconds: String(seconds) })),
})
