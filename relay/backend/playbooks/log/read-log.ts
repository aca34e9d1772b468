import { isFinalAction } from '#shared/playbooks/run-status.ts'
import { logTailChunks, type LogChunk, type LogLine, type LogRange, type LogTail } from '#shared/playbooks/log-line.ts'
import type { Queryable } from '#relay/database/database.ts'

interface ChunkText {
  readonly first_line: number
  readonly line_count: number
  readonly body: string
}

interface AboutRow {
  readonly status: string
  readonly total: number
  readonly ansi: boolean
  readonly replaced: number
  readonly long: number
  readonly loss: string | null
}

const linesOf = ({ body }: ChunkText): LogLine[] => JSON.parse(body) as LogLine[]

const counted = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

/** What is known of an action's output as a whole; undefined when there is no such action. */
const readAbout = async (database: Queryable, actionId: string): Promise<Omit<LogRange, 'lines'> | undefined> => {
  const { rows } = await database.query<AboutRow>(
    `select actions.status, coalesce(last.first_line + last.line_count - 1, 0)::int8 as total,
            coalesce(last.has_ansi, false) as ansi, coalesce(last.replaced_lines, 0) as replaced,
            coalesce(last.long_lines, 0) as long,
            (select reason from relay.playbook_action_log_losses where action_id = actions.id) as loss
       from playbook_run_actions as actions
       left join lateral (
         select * from relay.playbook_action_log_chunks where action_id = actions.id order by first_line desc limit 1
       ) as last on true
      where actions.id = $1`,
    [actionId],
  )
  const [row] = rows
  if (row === undefined) return undefined
  const notes: string[] = []
  if (row.replaced > 0)
    notes.push(`Bytes that are not UTF-8 were replaced by � in ${counted(row.replaced, 'one line', '# lines')}.`)
  if (row.long > 0) notes.push(`Lines of more than 64 KB were cut in ${counted(row.long, 'one place', '# places')}.`)
  if (row.loss !== null) notes.push(row.loss)
  return { total: row.total, ended: isFinalAction(row.status), ansi: row.ansi, notes }
}

/** The lines from `from`, `count` at most, as far as they exist; undefined when there is no such action. */
export const readLogRange = async (
  database: Queryable,
  actionId: string,
  from: number,
  count: number,
): Promise<LogRange | undefined> => {
  const about = await readAbout(database, actionId)
  if (about === undefined) return undefined
  const { rows } = await database.query<ChunkText>(
    `select first_line, line_count, body from relay.playbook_action_log_chunks
      where action_id = $1 and first_line < $3 and first_line >= (
        select coalesce(max(first_line), 0) from relay.playbook_action_log_chunks where action_id = $1 and first_line <= $2
      ) order by first_line`,
    [actionId, from, from + count],
  )
  const lines = rows.flatMap(linesOf).filter(([no]) => no >= from && no < from + count)
  return { lines, ...about }
}

/** The newest chunks, those that begin after line `after` alone; undefined when there is no such action. */
export const readLogTail = async (
  database: Queryable,
  actionId: string,
  after: number,
): Promise<LogTail | undefined> => {
  const about = await readAbout(database, actionId)
  if (about === undefined) return undefined
  const { rows } = await database.query<ChunkText>(
    `select first_line, line_count, body from relay.playbook_action_log_chunks
      where action_id = $1 and first_line > $2 order by first_line desc limit $3`,
    [actionId, after, logTailChunks],
  )
  const chunks = rows.toReversed().map((row): LogChunk => ({ first: row.first_line, lines: linesOf(row) }))
  return { chunks, ...about }
}

/** The whole output as it was printed, both streams in order of arrival, chunk by chunk, as far as it is there now. */
export async function* readLogText(database: Queryable, actionId: string): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const { rows } = await database.query<ChunkText>(
      `select first_line, line_count, body from relay.playbook_action_log_chunks
        where action_id = $1 and first_line > $2 order by first_line limit 8`,
      [actionId, after],
    )
    for (const row of rows) {
      after = row.first_line
      yield linesOf(row)
        .map(([, , , text, open]) => (open === 1 ? text : `${text}\n`))
        .join('')
    }
    if (rows.length === 0) return
  }
}
