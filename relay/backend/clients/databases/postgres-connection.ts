import { Socket } from 'node:net'
import pg from 'pg'
import { connectionUrl } from '#relay/config/connection-text.ts'
import type { SignIn } from '#relay/backend/clients/run/fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { requireScheme } from '#relay/backend/clients/run/require-scheme.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

interface PostgresConnection {
  readonly client: pg.Client
  readonly close: () => void
}

const longestStatementMs = 2 ** 31 - 1

export const connectPostgres = async (
  spec: SignIn & { readonly url?: string | undefined },
  run: ClientRun,
  name: string,
): Promise<PostgresConnection> => {
  const { url, username, password } = await resolveTarget(spec, spec.url, run, connectionUrl('postgres'))
  requireScheme(url, ['postgres', 'postgresql'])
  const socket = new Socket()
  const stop = (): void => void socket.destroy()
  run.signal.addEventListener('abort', stop, { once: true })
  const close = () => {
    run.signal.removeEventListener('abort', stop)
    socket.destroy()
  }
  const client = new pg.Client({
    connectionString: withLogin(asLibpq(url), username, password),
    stream: () => socket,
    application_name: name,
    /**
     * Longer than the run's own timeout, which has a clearer message. Ends the statement when the server does not
     * notice a disconnect.
     */
    statement_timeout: Math.min(Math.max(1, Math.ceil(run.timeoutMs)) + 1_000, longestStatementMs),
  })
  /** A broken connection also rejects the query; without a listener the event would end the process. */
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { client, close }
  } catch (error) {
    close()
    throw error
  }
}

/** The driver treats `sslmode=require` more strictly than libpq, which the documents assume. */
const asLibpq = (url: string): string =>
  url.includes('sslmode=') && !url.includes('uselibpqcompat=') ? `${url}&uselibpqcompat=true` : url

/** With an address, the driver takes the login only from it. */
const withLogin = (url: string, username: string | undefined, password: string | undefined): string => {
  const [, scheme = '', user = '', urlPassword, rest = ''] =
    /^([a-z]+:\/\/)(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(.*)$/is.exec(url) ?? []
  if (scheme === '' || (username === undefined && password === undefined)) return url
  const name = username === undefined ? user : encodeURIComponent(username)
  const secret = password === undefined ? urlPassword : encodeURIComponent(password)
  return `${scheme}${name}${secret === undefined ? '' : `:${secret}`}@${rest}`
}
