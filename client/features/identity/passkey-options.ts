import { z } from 'zod'
import type { FieldValues } from '#shared/identity/submission.ts'
import { SecurityKeyError } from './security-key.ts'

const newPersonSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      credentialOptions: z.looseObject({ publicKey: z.looseObject({ user: z.looseObject({}) }) }),
      displayNameFieldName: z.string(),
    }),
  )

/** At registration the service leaves the user names to the page: they come from the field that the options name. */
export const passkeyOptions = (createData: string, values: FieldValues): string => {
  const parsed = newPersonSchema.safeParse(createData)
  if (!parsed.success) return createData
  const { credentialOptions, displayNameFieldName } = parsed.data
  const name = String(values[displayNameFieldName] ?? '').trim()
  if (name === '') throw new SecurityKeyError('Fill in the fields above first. The passkey is named after them.')
  const { publicKey } = credentialOptions
  return JSON.stringify({
    ...credentialOptions,
    publicKey: { ...publicKey, user: { ...publicKey.user, name, displayName: name } },
  })
}
