import pg from 'pg'
import { createServerListener, type ServerListener } from './server-listener.ts'

export const openListener = (url: string, onConnectionError: (error: Error) => void): ServerListener =>
  createServerListener(
    () =>
      new pg.Client({
        connectionString: url,
        application_name: 'quarterdeck',
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
      }),
    onConnectionError,
  )
