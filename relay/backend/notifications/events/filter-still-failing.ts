import type { Queryable } from '#relay/database/database.ts'

export const failureEvents = [
  'check.failed',
  'config.unhealthy',
  'config.warning',
  'component.unhealthy',
  'component.warning',
] as const

const tables = {
  check: ['checks', 'status'],
  config: ['config_items', 'health'],
  component: ['components', 'health'],
} as const

const toState = (name: string | undefined): string | undefined =>
  name === 'failed' ? 'unhealthy' : name === 'passed' ? 'healthy' : name

const states = new Set(['healthy', 'unhealthy', 'warning', 'unknown'])

/** Keeps members still in the state that the event reported, and all of them for events without a state. */
export const filterStillFailing = async <Member extends { readonly id: string }>(
  database: Queryable,
  event: string,
  members: readonly Member[],
): Promise<readonly Member[]> => {
  const [kind, name] = event.split('.')
  const state = toState(name)
  if ((kind !== 'check' && kind !== 'config' && kind !== 'component') || state === undefined || !states.has(state))
    return members
  const [table, column] = tables[kind]
  const { rows } = await database.query<{ id: string }>(
    `select id from ${table}
      where id = any($1::uuid[]) and deleted_at is null and coalesce(nullif(${column}, ''), 'unknown') = $2`,
    [members.map(({ id }) => id), state],
  )
  const matching = new Set(rows.map(({ id }) => id))
  return members.filter(({ id }) => matching.has(id))
}
