import { readConnectionText, type ConnectionParts } from '#relay/config/connection-text.ts'
import { repairLogin } from '#relay/config/repair-login.ts'
import { changeSecrets, secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { SignIn } from '#relay/backend/clients/run/fields.ts'
import { readLoginName, type ClientRun } from './client-run.ts'
import { fillCredentials } from './fill-credentials.ts'
import { loadConnection } from './load-connection.ts'

export interface Target {
  readonly url: string
  readonly username: string | undefined
  readonly password: string | undefined
  readonly insecureTls: boolean
  readonly certificate?: string | undefined
  readonly properties: Readonly<Record<string, string>>
}

/**
 * Values in the check override the connection. `$(username)` and `$(password)` in the address are filled in
 * URL-encoded, once.
 */
export const resolveTarget = async (
  spec: SignIn,
  url: string | undefined,
  run: ClientRun,
  read: (text: string) => string = (text) => text,
): Promise<Target> => {
  const reference = spec.connection?.startsWith('connection://') === true ? spec.connection : undefined
  if (reference !== undefined && run.connection === undefined) {
    throw new Error(`${reference} cannot be used here. Set url, username and password in the check`)
  }
  const connection = await loadConnection(reference, run)
  const nested = spec.authentication ?? spec.auth
  const user = spec.username ?? nested?.username
  const passwordSource = spec.password ?? nested?.password
  const username = user === undefined ? connection?.username : await readLoginName(user, run)
  const password = passwordSource === undefined ? connection?.password : await run.secret(passwordSource)
  const address = url ?? connection?.url ?? spec.connection
  if (address === undefined || address === '') throw new Error('The check has no url and no connection')
  const filled = repairLogin(fillCredentials(read(address).trim(), { username, password }))
  for (const text of secretsIn(filled)) run.hide(text)
  return {
    url: filled,
    username,
    password,
    insecureTls: connection?.insecureTls ?? false,
    certificate: connection?.certificate,
    properties: connection?.properties ?? {},
  }
}

export const shownAddress = (address: string): string => {
  const parts = readConnectionText(address)
  if (parts !== undefined) return shownParts(parts)
  const plain = changeSecrets(address, () => maskedSecret)
  const bare = plain.includes('://')
    ? plain.replace(/^([a-z][\w+.-]*:\/\/)[^@/?#]*@/i, '$1')
    : plain.replace(/^[^@\s]*@/, '')
  return bare.replace(/[?#].*$/s, '')
}

const shownParts = ({ host, port, database }: ConnectionParts): string => {
  const displayHost = host.includes(':') ? `[${host}]` : host
  return `${displayHost}${port === '' ? '' : `:${port}`}${database === '' ? '' : `/${database}`}`
}
