import { z } from 'zod'
import { listRows } from '#client/api/data-api.ts'
import { idList } from '#client/api/list-query.ts'

const columns = {
  person_id: { noun: 'person', relation: 'people' },
  team_id: { noun: 'team', relation: 'teams' },
  connection_id: { noun: 'connection', relation: 'connections_list' },
} as const

type Column = keyof typeof columns
type Recipients = Readonly<Record<Column, string | null>>

const columnNames = ['person_id', 'team_id', 'connection_id'] as const satisfies readonly Column[]
const namedSchema = z.object({ id: z.string(), name: z.string() })

const loadNames = async (column: Column, ids: ReadonlySet<string>, signal: AbortSignal) => {
  if (ids.size === 0) return []
  const query = { select: 'id,name', id: idList(ids) }
  try {
    const { rows } = await listRows(columns[column].relation, { row: namedSchema, query, signal })
    return rows.map(({ id, name }) => [id, name.trim()] as const)
  } catch (error) {
    // A viewer may see messages without seeing connections: the recipient then has its ID.
    if (signal.aborted) throw error
    return []
  }
}

type Sent = Recipients & { readonly payload?: { readonly recipient: string | null } | null | undefined }

/** Adds the name of the recipient; production stores only its ID. */
export const withRecipients = async <Send extends Sent>(
  sends: readonly Send[],
  signal: AbortSignal,
): Promise<readonly (Send & { readonly recipient: string | null })[]> => {
  const unnamed = sends.filter(({ payload }) => payload?.recipient == null)
  const names = new Map(
    (
      await Promise.all(
        columnNames.map((column) => loadNames(column, new Set(unnamed.flatMap((send) => send[column] ?? [])), signal)),
      )
    ).flat(),
  )
  const describe = (send: Send): string | null => {
    const column = columnNames.find((name) => send[name] !== null)
    const id = column === undefined ? null : send[column]
    if (column === undefined || id === null) return null
    return names.get(id) ?? `${columns[column].noun} ${id.slice(0, 8)}`
  }
  return sends.map((send) => ({ ...send, recipient: send.payload?.recipient ?? describe(send) }))
}
