import type { EventKind, ResourceEvent } from '#relay/backend/resource-event.ts'
import { readTarget, type Target } from '#relay/backend/playbooks/runs/targets.ts'
import type { Queryable } from '#relay/database/database.ts'

/** What a message is about: a thing, what is above it, and what templates and filters read. */
export interface Subject {
  readonly kind: EventKind
  readonly target: Target
  /** The thing and everything that it is a part of. */
  readonly within: {
    readonly config: readonly string[]
    readonly component: readonly string[]
    readonly check: readonly string[]
    readonly canary: readonly string[]
  }
  readonly environment: Readonly<Record<string, unknown>>
}

const pathOf = (path: unknown): readonly string[] =>
  typeof path === 'string' ? path.split(/[./]/).filter((part) => part !== '') : []

const textOf = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : [])

interface Last extends Readonly<Record<string, unknown>> {
  readonly message: string | null
  readonly error: string | null
}

const ofCheck = async (database: Queryable, { id, row }: Target) => {
  const canaryId = textOf(row['canary_id'])
  const canary = await database.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(canaries) - 'spec' as row from canaries where id = $1`,
    [canaryId[0] ?? null],
  )
  const last = await database.query<Last>(
    'select message, error from check_statuses where check_id = $1 order by time desc limit 1',
    [id],
  )
  const above = await database.query<{ id: string }>(
    `select component_id as id from check_component_relationships where check_id = $1 and deleted_at is null`,
    [id],
  )
  return {
    canaryId,
    canary: canary.rows[0]?.row ?? null,
    last: last.rows[0],
    components: above.rows.map((each) => each.id),
  }
}

/** A check as it is now: its row is written a little later. */
const turned = (check: Target, status: string): Target => ({
  ...check,
  status,
  health: status,
  row: { ...check.row, status },
})

/** A row without its spec, which may hold secrets and is nobody's message. */
const withoutSpec = ({ row, ...target }: Target): Target => {
  const { spec: _spec, ...rest } = row
  return { ...target, row: rest }
}

/** Reads what an event is about; undefined where it is there no more. */
export const readSubject = async (
  database: Queryable,
  { kind, name, said }: Pick<ResourceEvent, 'kind' | 'name' | 'said'>,
  id: string,
): Promise<Subject | undefined> => {
  const found = await readTarget(database, { [`${kind}_id`]: id }).catch(() => null)
  if (found === null) return undefined
  const known = withoutSpec(found)
  const target = kind === 'check' ? turned(known, name === 'passed' ? 'healthy' : 'unhealthy') : known
  const own = [id]
  const above = pathOf(target.row['path'])
  const common = { [kind]: target.row, labels: target.labels, tags: target.tags }
  if (kind !== 'check') {
    const within = { config: [], component: [], check: [], canary: [], [kind]: [...own, ...above] }
    return { kind, target, within, environment: { ...common, status: { message: '', error: '' } } }
  }
  const { canaryId, canary, last, components } = await ofCheck(database, target)
  return {
    kind,
    target,
    within: { config: [], component: components, check: own, canary: canaryId },
    environment: {
      ...common,
      canary,
      status: { message: said?.message ?? last?.message ?? '', error: said?.error ?? last?.error ?? '' },
    },
  }
}
