import { z } from 'zod'
import { booleanField, scalarText } from '#shared/primitives/document-scalars.ts'
import { secret } from '#relay/backend/secrets/secret-marks.ts'
import { parseDuration } from '#shared/primitives/duration.ts'

const helmRef = z.strictObject({ name: z.string().optional(), key: z.string().optional() })
const keyRef = helmRef.extend({ optional: booleanField.optional() })

const envVarObject = z.strictObject({
  name: z.string().optional(),
  value: scalarText.optional(),
  valueFrom: z
    .strictObject({
      secretKeyRef: keyRef.optional(),
      configMapKeyRef: keyRef.optional(),
      helmRef: helmRef.optional(),
      serviceAccount: z.string().optional(),
    })
    .optional(),
})

export const envVar = z.union([scalarText.transform((value) => ({ value })), envVarObject], {
  error: 'must be a string, {value} or {valueFrom}',
})
export type EnvVar = z.infer<typeof envVar>

export const envVars = z.array(envVarObject.extend({ name: z.string().min(1) }))
export type EnvVars = z.infer<typeof envVars>

export const count = z.number().int().min(0)
export const thresholdMillis = count.optional()
/** 0 is the default port, as an absent one. */
export const port = z.coerce
  .number()
  .int()
  .min(0)
  .max(65_535)
  .transform((number) => (number === 0 ? undefined : number))

const login = z.strictObject({ username: envVar.optional(), password: secret(envVar).optional() })

/** Older forms and documents nest username and password in `authentication` or `auth`. */
export const signIn = {
  connection: z.string().optional(),
  username: envVar.optional(),
  password: secret(envVar).optional(),
  authentication: login.optional(),
  auth: login.optional(),
}
export interface SignIn {
  readonly connection?: string | undefined
  readonly username?: EnvVar | undefined
  readonly password?: EnvVar | undefined
  readonly authentication?: Login | undefined
  readonly auth?: Login | undefined
}
interface Login {
  readonly username?: EnvVar | undefined
  readonly password?: EnvVar | undefined
}

export const tlsConfig = z.strictObject({
  insecureSkipVerify: z.boolean().optional(),
  handshakeTimeout: z
    .union([z.number().positive(), z.string()])
    .transform((value, context) => {
      const ms = typeof value === 'number' ? value * 1000 : parseDuration(value)
      if (ms !== null && ms > 0) return ms
      context.addIssue({ code: 'custom', message: 'must be a duration such as 10s, or a number of seconds' })
      return z.NEVER
    })
    .optional(),
  ca: envVar.optional(),
  cert: envVar.optional(),
  key: secret(envVar).optional(),
})
export type TlsConfig = z.infer<typeof tlsConfig>

/** In milliseconds. */
export const duration = z.string().transform((text, context) => {
  const ms = parseDuration(text)
  if (ms !== null) return ms
  context.addIssue({ code: 'custom', message: 'must be a duration such as 30m, 12h or 7d' })
  return z.NEVER
})
