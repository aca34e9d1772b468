import { isFinalAction } from '#shared/playbooks/run-status.ts'
import { logTailChunks, type LogChunk, type LogLine, type LogRange, type LogTail } from '#shared/playbooks/log-line.ts'
import { renderTerminalLine } from '#shared/primitives/terminal-line.ts'
import type { OutputStream } from '#relay/backend/playbooks/log/action-log.ts'
import type { Queryable } from '#relay/database/database.ts'

interface ChunkText {
  readonly first_line: number
  readonly line_count: number
  readonly body: string
}

interface AboutRow {
  readonly status: string
  readonly loss: string | null
  readonly first_line: number | null
  readonly line_count: number | null
  readonly has_ansi: boolean | null
  readonly replaced_lines: number | null
  readonly long_lines: number | null
}

const parseLines = ({ body }: Pick<ChunkText, 'body'>): LogLine[] => JSON.parse(body) as LogLine[]

const counted = (count: number, one: string, many: string) => (count === 1 ? one : many.replace('#', String(count)))

const lossSql = '(select reason from relay.playbook_action_log_losses where action_id = actions.id) as loss'

const toSummary = (row: AboutRow): Omit<LogRange, 'lines'> => {
  const { status, loss, first_line: first, line_count: count, replaced_lines: replaced, long_lines: long } = row
  const notes: string[] = []
  if (replaced !== null && replaced > 0)
    notes.push(`Bytes that are not UTF-8 were replaced by � in ${counted(replaced, 'one line', '# lines')}.`)
  if (long !== null && long > 0)
    notes.push(`Lines of more than 64 KB were cut in ${counted(long, 'one place', '# places')}.`)
  if (loss !== null) notes.push(loss)
  const total = (first ?? 1) + (count ?? 0) - 1
  return { total, ended: isFinalAction(status), ansi: row.has_ansi === true, notes }
}

const readAbout = async (database: Queryable, actionId: string): Promise<Omit<LogRange, 'lines'> | undefined> => {
  const { rows } = await database.query<AboutRow>(
    `select actions.status, ${lossSql}, newest.first_line, newest.line_count, newest.has_ansi, newest.replaced_lines,
            newest.long_lines
       from playbook_run_actions as actions
       left join lateral (
         select * from relay.playbook_action_log_chunks where action_id = actions.id order by first_line desc limit 1
       ) as newest on true
      where actions.id = $1`,
    [actionId],
  )
  const [row] = rows
  return row && toSummary(row)
}

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
  const lines = rows.flatMap(parseLines).filter(([no]) => no >= from && no < from + count)
  return { lines, ...about }
}

export const readLogTail = async (
  database: Queryable,
  actionId: string,
  after: number,
): Promise<LogTail | undefined> => {
  // Runs for each chunk of each followed log, so it is a single query: without new chunks it returns the newest one,
  // which carries the totals.
  const { rows } = await database.query<
    AboutRow & { readonly body: string | null; readonly open_lines: string | null }
  >(
    `select actions.status, ${lossSql}, open.lines as open_lines, chunks.first_line, chunks.line_count, chunks.has_ansi, chunks.replaced_lines,
            chunks.long_lines, case when chunks.first_line > $2 then chunks.body end as body
       from playbook_run_actions as actions
       left join relay.playbook_open_lines as open on open.action_id = actions.id
       left join lateral (
         select * from relay.playbook_action_log_chunks
          where action_id = actions.id and first_line >= least($2::int8 + 1, (
            select max(first_line) from relay.playbook_action_log_chunks where action_id = actions.id
          )) order by first_line desc limit $3
       ) as chunks on true
      where actions.id = $1 order by chunks.first_line desc`,
    [actionId, after, logTailChunks],
  )
  const [newest] = rows
  if (newest === undefined) return undefined
  const chunks = rows
    .toReversed()
    .flatMap(({ first_line: first, body }): LogChunk[] =>
      first === null || body === null ? [] : [{ first, lines: parseLines({ body }) }],
    )
  const summary = toSummary(newest)
  const openLines =
    summary.ended || newest.open_lines === null
      ? []
      : parseLines({ body: newest.open_lines }).filter(([no]) => no > summary.total)
  return { chunks, ...summary, ...(openLines.length > 0 && { openLines }) }
}

/** As a terminal displays it: titles and movements of the cursor in a log must not reach the reader's terminal. */
export const readDisplayedText = (database: Queryable, actionId: string): AsyncGenerator<string> =>
  readText(database, actionId, ([, , , text]) => renderTerminalLine(text))

/** As the command wrote it. */
export const readOutput = (database: Queryable, actionId: string, stream: OutputStream): AsyncGenerator<string> =>
  readText(database, actionId, ([, of, , text]) => (of === stream ? text : undefined))

async function* readText(
  database: Queryable,
  actionId: string,
  toText: (line: LogLine) => string | undefined,
): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const { rows } = await database.query<ChunkText>(
      `select first_line, line_count, body from relay.playbook_action_log_chunks
        where action_id = $1 and first_line > $2 order by first_line limit 8`,
      [actionId, after],
    )
    for (const row of rows) {
      after = row.first_line
      yield parseLines(row)
        .map((line) => {
          const text = toText(line)
          return text === undefined ? '' : `${text}${line[4] === 1 ? '' : '\n'}`
        })
        .join('')
    }
    if (rows.length === 0) return
  }
}
