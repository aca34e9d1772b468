import { localAgent } from '#shared/agents/local-agent.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { consoleLog, type ConsoleLog } from './console-log.ts'
import { readLogBackend } from './log-backend-spec.ts'

interface BackendRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly name: string
  readonly spec: unknown
}

interface LogBackend {
  readonly id: string
  readonly name: string
  readonly read: ReturnType<typeof readLogBackend>
  /** Security: redacted in log lines. */
  readonly secretTexts: Iterable<string>
}

const local = `agent_id = '${localAgent}' and deleted_at is null`

export const nameLogBackends = async (database: Queryable, canReadConsole: boolean) => {
  const { rows } = await database.query<{ id: string; name: string }>(
    `select id, name from logging_backends where ${local} order by name, id`,
  )
  return [...(canReadConsole ? [consoleLog] : []), ...rows].map(({ id, name }) => ({ id, name }))
}

export const readLogBackends = async (
  {
    database,
    secrets,
    dataDir,
  }: { readonly database: Queryable; readonly secrets: StoredSecrets; readonly dataDir: string },
  canReadConsole: boolean,
): Promise<readonly LogBackend[]> => {
  const { rows } = await database.query<BackendRow>(
    `select id, name, spec from logging_backends where ${local} order by name, id`,
  )
  const stored = rows
    .map((row) => secrets.open('logging_backends', row))
    .map(({ id, name, spec }) => ({ id, name, read: readLogBackend(spec), secretTexts: secretsIn(spec) }))
  return canReadConsole ? [...stored, ofConsole(consoleLog, dataDir)] : stored
}

const ofConsole = ({ id, name, locationIn }: ConsoleLog, dataDir: string): LogBackend => ({
  id,
  name,
  read: { locations: [locationIn(dataDir)] },
  secretTexts: [],
})
