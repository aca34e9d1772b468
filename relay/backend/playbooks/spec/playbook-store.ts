import type { Queryable } from '#relay/database/database.ts'

export interface PlaybookRow {
  readonly id: string
  readonly namespace: string
  readonly name: string
  readonly title: string
  readonly category: string
  readonly icon: string | null
  readonly description: string | null
  readonly spec: unknown
  readonly source: string
  readonly deleted_at: string | null
}

const columns = 'id, namespace, name, title, category, icon, description, spec, source, deleted_at'

export const readPlaybooks = async (database: Queryable): Promise<PlaybookRow[]> => {
  const { rows } = await database.query<PlaybookRow>(
    `select ${columns} from playbooks where deleted_at is null order by name, id`,
  )
  return rows
}

export const readPlaybook = async (database: Queryable, id: string): Promise<PlaybookRow | undefined> => {
  const { rows } = await database.query<PlaybookRow>(
    `select ${columns} from playbooks where id = $1 and deleted_at is null`,
    [id],
  )
  return rows[0]
}
