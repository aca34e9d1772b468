import { isSecretName, passwordsIn } from '#relay/config/passwords-in.ts'

type Path = readonly (string | number | symbol)[]

/** A value of the wrong type in place of one of these is often a secret itself. */
const credentials = new Set(
  'auth authentication basic digest env headers jwt login oauth oauth2 tlsconfig valuefrom'.split(' '),
)

const isCredential = (key: Path[number] | undefined): boolean =>
  typeof key === 'string' && (isSecretName(key) || credentials.has(key.toLowerCase()))

/** Reasons reach viewers, the log and /readyz, so they never quote a value below these keys. */
export const mayQuote = (path: Path, value: unknown): boolean =>
  !path.some(isCredential) && (typeof value !== 'string' || passwordsIn(value).length === 0)

/** `password: {hunter2}` is a map whose key is the secret. */
export const mayNameKey = (path: Path, value: unknown): boolean =>
  !path.some((key) => typeof key === 'string' && isSecretName(key)) && (value !== null || !path.some(isCredential))
