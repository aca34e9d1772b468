import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { mssql } from '#relay/backend/checks/types/mssql.ts'
import { mysql } from '#relay/backend/checks/types/mysql.ts'
import { postgres } from '#relay/backend/checks/types/postgres.ts'
import type { ActionContext, ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'

type SqlSpec = NonNullable<PlaybookAction['sql']>

const drivers = { postgres, postgresql: postgres, mysql, mssql, sqlserver: mssql } as const
const isDriver = (name: string): name is keyof typeof drivers => Object.hasOwn(drivers, name)

export const runSql = async (spec: SqlSpec, context: ActionContext): Promise<ActionOutcome> => {
  const driver = spec.driver ?? 'postgres'
  if (!isDriver(driver)) {
    return { result: {}, error: `The driver ${driver} is not supported. Supported: postgres, mysql, mssql.` }
  }
  const { query, url, connection } = spec
  if (url === undefined && connection === undefined) return { result: {}, error: 'The step needs url or connection.' }
  const { pass, message, details } = await drivers[driver].run(
    {
      query,
      values: context.values,
      ...(url !== undefined && { url }),
      ...(connection !== undefined && { connection }),
    },
    {
      signal: context.signal,
      timeoutMs: context.timeoutMs,
      resolveSecret: context.resolveSecret,
      mask: context.mask,
      namespace: 'default',
      resolveConnection: context.resolveConnection,
    },
  )
  context.signal.throwIfAborted()
  if (!pass) return { result: {}, error: message }
  return { result: { rows: details?.['rows'] ?? [], count: details?.['count'] ?? 0 }, error: null }
}
