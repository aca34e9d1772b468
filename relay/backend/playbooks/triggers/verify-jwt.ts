import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'

const keySetsMax = 100
const timeoutMs = 5_000
const failureMs = 10_000
/** A key set has its own cache of keys, which it reads again for an unknown key. */
const keySets = new Map<string, JWTVerifyGetKey>()

/** Callers need no valid token for the key set to be read, so a failed read is not repeated for each call. */
const rememberingFailure = (keys: JWTVerifyGetKey): JWTVerifyGetKey => {
  let failure: { readonly error: unknown; readonly untilMs: number } | undefined
  return async (header, input) => {
    if (failure !== undefined && Date.now() < failure.untilMs) throw failure.error
    try {
      const key = await keys(header, input)
      failure = undefined
      return key
    } catch (error) {
      if (!isMissingKey(error)) failure = { error, untilMs: Date.now() + failureMs }
      throw error
    }
  }
}

const getKeySet = (address: string): JWTVerifyGetKey => {
  const known = keySets.get(address)
  if (known !== undefined) return known
  const made = rememberingFailure(createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs }))
  if (keySets.size >= keySetsMax) keySets.clear()
  keySets.set(address, made)
  return made
}

/** Rejects, with the cause, if the keys cannot be read. */
export const hasValidToken = async (authorization: string, jwksUri: string): Promise<boolean> => {
  const token = /^bearer\s+(\S+)$/i.exec(authorization)?.[1]
  if (token === undefined) return false
  const keys = getKeySet(jwksUri)
  let unread: unknown
  try {
    await jwtVerify(token, async (header, input) => {
      try {
        return await keys(header, input)
      } catch (error) {
        if (!isMissingKey(error)) unread = error
        throw error
      }
    })
    return true
  } catch (error) {
    if (unread !== undefined || !(error instanceof errors.JOSEError)) throw error
    return false
  }
}

const isMissingKey = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported
