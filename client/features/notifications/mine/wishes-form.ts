import { z } from 'zod'
import { severities } from '#shared/health/severity.ts'
import type { Wishes } from '#shared/notifications/personal-routes.ts'
import { silenceWindowSchema } from '#shared/notifications/silence-window.ts'

export const wishesFormSchema = z.object({
  least: z.string(),
  isQuiet: z.boolean(),
  from: z.string(),
  to: z.string(),
  zone: z.string(),
})
type WishesForm = z.infer<typeof wishesFormSchema>

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const validationMessages = {
  from: 'Enter a time such as 22:30',
  to: 'Enter a time such as 07:00',
  zone: 'Choose a time zone',
}

export const wishesSchema = wishesFormSchema.transform(({ least, isQuiet, from, to, zone }, context): Wishes => {
  const severity = severities.find((each) => each === least) ?? null
  if (!isQuiet) return { least_severity: severity, quiet: null }
  const read = silenceWindowSchema.safeParse({ days: everyDay, from, to, zone })
  for (const { path } of read.error?.issues ?? []) {
    const field = (['from', 'to', 'zone'] as const).find((each) => each === path[0])
    if (field !== undefined) context.addIssue({ code: 'custom', path: [field], message: validationMessages[field] })
  }
  return read.data === undefined ? z.NEVER : { least_severity: severity, quiet: read.data }
})

export const toWishesForm = ({ least_severity: least, quiet }: Wishes, zone: string): WishesForm => ({
  least: least ?? '',
  isQuiet: quiet !== null,
  from: quiet?.from ?? '22:00',
  to: quiet?.to ?? '07:00',
  zone: quiet?.zone ?? zone,
})
