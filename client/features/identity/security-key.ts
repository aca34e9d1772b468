import { z } from 'zod'

const toBytes = (text: string): Uint8Array<ArrayBuffer> => {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const bytesSchema = z.string().transform(toBytes)
const knownKeysSchema = z
  .array(z.object({ type: z.literal('public-key'), id: bytesSchema, transports: z.array(z.string()).nullish() }))
  .nullish()
  .transform((keys) =>
    (keys ?? []).map(({ type, id, transports }) => ({
      type,
      id,
      transports: (transports ?? []) as AuthenticatorTransport[],
    })),
  )
const userVerificationSchema = z.enum(['required', 'preferred', 'discouraged']).optional()

const publicKey = <T extends z.ZodType>(options: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.object({ publicKey: options }))

const creationSchema = publicKey(
  z.looseObject({
    challenge: bytesSchema,
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: bytesSchema, name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    excludeCredentials: knownKeysSchema,
  }),
)
const assertionSchema = publicKey(
  z.object({
    challenge: bytesSchema,
    timeout: z.number().optional(),
    rpId: z.string().optional(),
    allowCredentials: knownKeysSchema,
    userVerification: userVerificationSchema,
  }),
)

export class SecurityKeyError extends Error {}

const explained = (error: unknown): SecurityKeyError => {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return new SecurityKeyError('This key is already registered here. Use another one.')
  if (name === 'NotAllowedError')
    return new SecurityKeyError('The key was not used in time, or it was declined. Nothing was changed; try again.')
  if (name === 'SecurityError')
    return new SecurityKeyError(
      'Browsers allow security keys only on https and on localhost. Open the console over https or on localhost.',
    )
  return new SecurityKeyError('The browser could not use the security key. Nothing was changed; try again.')
}

const available = () => {
  if (!('credentials' in navigator) || typeof PublicKeyCredential === 'undefined')
    throw new SecurityKeyError(
      'This browser does not support security keys, or allows them only on https and on localhost.',
    )
}

const withKey = async (
  ask: () => Promise<Credential | null>,
  encodeResponse: (response: AuthenticatorResponse) => object | null,
): Promise<string> => {
  available()
  let key: Credential | null
  try {
    key = await ask()
  } catch (error) {
    throw explained(error)
  }
  const response = key instanceof PublicKeyCredential ? encodeResponse(key.response) : null
  if (!(key instanceof PublicKeyCredential) || response === null) throw explained(null)
  return JSON.stringify({ id: key.id, rawId: toText(key.rawId), type: key.type, response })
}

/** Takes the service's options as JSON and returns its input as JSON. Throws `SecurityKeyError`. */
export const createKey = (options: string): Promise<string> =>
  withKey(
    () =>
      navigator.credentials.create({
        publicKey: creationSchema.parse(options).publicKey as unknown as PublicKeyCredentialCreationOptions,
      }),
    (response) =>
      response instanceof AuthenticatorAttestationResponse
        ? {
            attestationObject: toText(response.attestationObject),
            clientDataJSON: toText(response.clientDataJSON),
          }
        : null,
  )

export const proveKey = (options: string): Promise<string> =>
  withKey(
    () =>
      navigator.credentials.get({
        publicKey: assertionSchema.parse(options).publicKey as PublicKeyCredentialRequestOptions,
      }),
    (response) =>
      response instanceof AuthenticatorAssertionResponse
        ? {
            authenticatorData: toText(response.authenticatorData),
            clientDataJSON: toText(response.clientDataJSON),
            signature: toText(response.signature),
            userHandle: response.userHandle === null ? null : toText(response.userHandle),
          }
        : null,
  )
