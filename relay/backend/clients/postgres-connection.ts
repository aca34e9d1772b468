import { Socket } from 'node:net'
import pg from 'pg'
import { connectionUrl } from '#relay/config/connection-text.ts'
import type { SignIn } from '#relay/backend/checks/types/fields.ts'
import type { ClientRun } from './client-run.ts'
import { resolveTarget } from './target.ts'

export interface PostgresConnection {
  readonly client: pg.Client
  readonly close: () => void
}

/** PostgreSQL takes no longer one. */
const longestStatementMs = 2 ** 31 - 1

/** Connects to a PostgreSQL server, over a connection of its own that ends with the run's signal. */
export const connectPostgres = async (
  spec: SignIn & { readonly url?: string | undefined },
  run: ClientRun,
  name: string,
): Promise<PostgresConnection> => {
  const { url, username, password } = await resolveTarget(spec, spec.url, run, connectionUrl('postgres'))
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
    /** After the limit of the run, which tells it in its own words; for a server that does not notice that nobody waits. */
    statement_timeout: Math.min(Math.max(1, Math.ceil(run.timeoutMs)) + 1_000, longestStatementMs),
  })
  /** A connection that breaks rejects the query as well; without a listener the event would end the process. */
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { client, close }
  } catch (error) {
    close()
    throw error
  }
}

/** The driver takes `sslmode=require` for more than libpq does, by which the documents that say it were written. */
const asLibpq = (url: string): string =>
  url.includes('sslmode=') && !url.includes('uselibpqcompat=') ? `${url}&uselibpqcompat=true` : url

/** The driver reads the login out of the address alone when there is one: what the check says must stand in it. */
const withLogin = (url: string, username: string | undefined, password: string | undefined): string => {
  const [, scheme = '', user = '', urlPassword, rest = ''] =
    /^([a-z]+:\/\/)(?:([^:@/?#]*)(?::([^@/?#]*))?@)?(.*)$/is.exec(url) ?? []
  if (scheme === '' || (username === undefined && password === undefined)) return url
  const name = username === undefined ? user : encodeURIComponent(username)
  const secret = password === undefined ? urlPassword : encodeURIComponent(password)
  return `${scheme}${name}${secret === undefined ? '' : `:${secret}`}@${rest}`
}
