import type { Client } from 'ldapts'
import { unlessAborted } from '#relay/time-limit.ts'
import type { SignIn } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

type Directory = SignIn & { readonly url?: string | undefined; readonly skipTLSVerify?: boolean | undefined }

const falseIfInvalidCredentials = (error: unknown): false => {
  if (error instanceof Error && error.name === 'InvalidCredentialsError') return false
  throw error
}

const messagesByName: Readonly<Record<string, string>> = {
  NoSuchObjectError: 'The entry to search from does not exist',
  InsufficientAccessError: 'The user has no permission for this search',
  InvalidDNSyntaxError: 'The distinguished name is invalid',
  SizeLimitExceededError: 'The server limits the number of entries that a search returns',
  TimeLimitExceededError: 'The search took longer than the server allows',
  UnwillingToPerformError: 'The server rejects this search',
  ConfidentialityRequiredError: 'The server requires TLS',
  StrongAuthRequiredError: 'The server requires TLS or a stronger login',
  BusyError: 'The server is busy',
  UnavailableError: 'The server is shutting down',
}

/** Without a message of the server, the library has only the number of the result code. */
const toReadableError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const [, said = ''] = /^\s*(.*?)\s*Code: 0x[\da-f]+$/is.exec(error.message) ?? []
  const meaning = messagesByName[error.name]
  if (meaning === undefined) return said === '' ? error : new Error(said, { cause: error.cause })
  return new Error(said === '' ? meaning : `${meaning}: ${said}`, { cause: error.cause })
}

export const withDirectory = async <Found>(
  spec: Directory,
  run: ClientRun,
  look: (client: Client) => Promise<Found>,
): Promise<Found> => {
  const ldapts = await import('ldapts')
  const { url, username, password, insecureTls } = await resolveTarget(spec, spec.url, run)
  requireScheme(url, ['ldap', 'ldaps'])
  const timeout = Math.max(1, Math.ceil(run.timeoutMs))
  const client = new ldapts.Client({
    url: /^ldaps?:\/\//.test(url) ? url : `ldap://${url}`,
    timeout,
    connectTimeout: timeout,
    strictDN: false,
    ...(url.startsWith('ldaps:')
      ? { tlsOptions: { rejectUnauthorized: !(insecureTls || spec.skipTLSVerify === true) } }
      : {}),
  })
  const stop = (): void => void client.unbind().catch(() => undefined)
  run.signal.addEventListener('abort', stop, { once: true })
  try {
    const ask = async () => {
      const isLetIn = await client.bind(username ?? '', password ?? '').then(() => true, falseIfInvalidCredentials)
      if (!isLetIn) throw new Error('Authentication failed: wrong user name or password.')
      return look(client)
    }
    return await unlessAborted(ask(), run.signal)
  } catch (error) {
    throw toReadableError(error)
  } finally {
    run.signal.removeEventListener('abort', stop)
    await client.unbind().catch(() => undefined)
  }
}
