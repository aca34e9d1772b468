import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
import { isViewTarget, wallLimits, type WallView } from '#shared/wall/wall-settings.ts'
import { withoutWall } from '#client/lib/address/wall-address.ts'

export interface NumberLimits {
  readonly min: number
  readonly max: number
}

export const numberIn = ({ min, max }: NumberLimits, message: string, isFine = (_value: number) => true) =>
  z.string().transform((text, context) => {
    const value = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))
    if (!(value >= min && value <= max && isFine(value))) context.addIssue(message)
    return value
  })

const addressOn = (origin: string) =>
  z.string().transform((text, context) => {
    const typed = text.trim()
    const address = withoutWall(typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed)
    if (!isViewTarget(address)) context.addIssue('Enter an address of this console, for example /view/health.')
    return address
  })

const { seconds } = wallLimits

export const rotationSchema = (origin: string) =>
  z.array(
    z.object({
      address: addressOn(origin),
      seconds: numberIn(
        seconds,
        `Enter whole seconds from ${seconds.min} to ${formatCount(seconds.max)}.`,
        Number.isInteger,
      ),
    }),
  )

export const toRotationForm = (views: readonly WallView[]) =>
  views.map(({ address, seconds: shownFor }) => ({ address, seconds: String(shownFor) }))
