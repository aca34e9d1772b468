import type { Client } from 'ldapts'
import type { SignIn } from '#relay/backend/clients/run/fields.ts'
import { rejectOnAbort } from '#relay/backend/clients/run/reject-on-abort.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

type Directory = SignIn & { readonly url?: string | undefined; readonly skipTLSVerify?: boolean | undefined }

const falseIfInvalidCredentials = (error: unknown): false => {
  if (error instanceof Error && error.name === 'InvalidCredentialsError') return false
  throw error
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
    return await Promise.race([ask(), rejectOnAbort(run.signal)])
  } finally {
    run.signal.removeEventListener('abort', stop)
    await client.unbind().catch(() => undefined)
  }
}
