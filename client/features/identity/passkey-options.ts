import { z } from 'zod'
import type { FieldValues } from '#shared/identity/submission.ts'
import { SecurityKeyError } from './security-key.ts'

/** Of somebody who has no account yet: whose passkey it is, is in the form alone. */
const newPersonSchema = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.object({
      credentialOptions: z.looseObject({ publicKey: z.looseObject({ user: z.looseObject({}) }) }),
      displayNameFieldName: z.string(),
    }),
  )

/**
 * The options of a new passkey as the browser takes them. At a registration the service leaves the names to the page: they are
 * what the field that it names holds. Throws `SecurityKeyError` while that is empty.
 */
export const passkeyOptions = (createData: string, values: FieldValues): string => {
  const parsed = newPersonSchema.safeParse(createData)
  if (!parsed.success) return createData
  const { credentialOptions, displayNameFieldName } = parsed.data
  const name = String(values[displayNameFieldName] ?? '').trim()
  if (name === '') throw new SecurityKeyError('Fill in the fields above first: they name the passkey.')
  const { publicKey } = credentialOptions
  return JSON.stringify({
    ...credentialOptions,
    publicKey: { ...publicKey, user: { ...publicKey.user, name, displayName: name } },
  })
}
