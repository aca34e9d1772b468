import type { TargetIds } from '#shared/playbooks/playbook-routes.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import type { Queryable } from '#relay/database/database.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'

export const targetKinds = ['config', 'component', 'check'] as const
type TargetKind = (typeof targetKinds)[number]

export interface Target {
  readonly kind: TargetKind
  readonly id: string
  readonly name: string
  readonly type: string | null
  readonly namespace: string | null
  readonly status: string | null
  readonly health: string | null
  readonly labels: Readonly<Record<string, string>>
  readonly tags: Readonly<Record<string, string>>
  readonly row: Readonly<Record<string, unknown>>
  /** Null: this console. */
  readonly agent: { readonly id: string; readonly name: string } | null
  /** Of a check. */
  readonly canary?: Readonly<Record<string, unknown>> | null
}

const agent = (of: string) =>
  `(select jsonb_build_object('id', agents.id, 'name', agents.name) from agents
     where agents.id = ${of}.agent_id and agents.id <> '${localAgent}') as agent`

const statements: Record<TargetKind, string> = {
  config: `select to_jsonb(config_items) as row, name, type, tags ->> 'namespace' as namespace, status, health, labels, tags,
             ${agent('config_items')}
             from config_items where id = $1 and ($2 or deleted_at is null)`,
  component: `select to_jsonb(components) as row, name, type, namespace, status, health, labels, labels as tags,
                ${agent('components')}
                from components where id = $1 and ($2 or deleted_at is null)`,
  check: `select to_jsonb(checks) as row, checks.name, checks.type, coalesce(checks.namespace, canaries.namespace) as namespace, checks.status,
                 checks.status as health, checks.labels, checks.labels as tags, ${agent('checks')},
                 to_jsonb(canaries) as canary
            from checks join canaries on canaries.id = checks.canary_id where checks.id = $1 and ($2 or checks.deleted_at is null)`,
}

interface TargetRow extends Omit<Target, 'kind' | 'id' | 'labels' | 'tags'> {
  readonly labels: Record<string, string> | null
  readonly tags: Record<string, string> | null
}

export const readTarget = async (
  database: Queryable,
  ids: TargetIds,
  { includesDeleted = false } = {},
): Promise<Target | null> => {
  const chosen = targetKinds.flatMap((kind) => {
    const id = ids[`${kind}_id`]
    return id == null ? [] : [{ kind, id }]
  })
  const [only, ...more] = chosen
  if (only === undefined) return null
  if (more.length > 0)
    throw invalid(`Provide only one of config_id, component_id and check_id (${chosen.length} were provided).`)
  const { rows } = await database.query<TargetRow>(statements[only.kind], [only.id, includesDeleted])
  const [row] = rows
  if (row === undefined)
    throw notFound(`${only.kind.charAt(0).toUpperCase()}${only.kind.slice(1)} ${only.id} not found.`)
  return { ...only, ...row, labels: row.labels ?? {}, tags: row.tags ?? {} }
}
