import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#relay/testing/free-port.ts'
import { postgrestPath } from '#tests/setup/postgrest.ts'

export interface RealPostgrest {
  readonly url: string
  readonly stop: () => Promise<void>
}

export const startRealPostgrest = async (databaseUrl: string, schema: string): Promise<RealPostgrest> => {
  const port = await freePort()
  const process_ = spawn(postgrestPath(), [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: schema,
      PGRST_DB_ANON_ROLE: 'postgres',
      PGRST_DB_MAX_ROWS: '2000',
      PGRST_DB_AGGREGATES_ENABLED: 'true',
      PGRST_DB_TX_END: 'commit-allow-override',
      PGRST_DB_POOL: '4',
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  })
  let log = ''
  process_.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const url = `http://127.0.0.1:${port}`
  while (
    !log.includes('Schema cache loaded') ||
    !(await fetch(url).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (process_.exitCode !== null) throw new Error(`PostgREST exited during startup: ${log}`)
    await pause(20)
  }
  return {
    url,
    stop: async () => {
      process_.kill('SIGKILL')
      if (process_.exitCode === null && process_.signalCode === null) await once(process_, 'exit')
    },
  }
}
