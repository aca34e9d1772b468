import type { FastifyBaseLogger } from 'fastify'
import type { LogLine } from '#shared/playbooks/log-line.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface ChunkRow {
  readonly actionId: string
  readonly firstLine: number
  readonly lineCount: number
  readonly hasAnsi: boolean
  readonly replacedLines: number
  readonly longLines: number
  readonly body: string
}

interface Waiting {
  readonly row: ChunkRow
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface ChunkWriterOptions {
  readonly database: Queryable
  readonly onChange: OnChange
  readonly log: FastifyBaseLogger
  readonly retryMs?: number
  readonly giveUpAfterMs: number
}

const batchMax = 64

const logRelation = 'playbook_action_log_chunks'

/**
 * Batches chunks of all actions in order. After `giveUpAfterMs` of failures they are dropped one by one until a
 * write succeeds.
 */
export class ChunkWriter {
  readonly #options: ChunkWriterOptions
  #waiting: Waiting[] = []
  #openLines = new Map<string, readonly LogLine[]>()
  #failingSince: number | undefined
  #isRunning = false

  constructor(options: ChunkWriterOptions) {
    this.#options = options
  }

  write(row: ChunkRow): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })
  }

  /** The newest replace those that were not written yet. They are for viewers only, so a failure loses them. */
  showOpenLines(actionId: string, lines: readonly LogLine[]): void {
    this.#openLines.set(actionId, lines)
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0 || this.#openLines.size > 0) {
      if (this.#waiting.length === 0) {
        await this.#writeOpenLines()
        continue
      }
      const batch = this.#waiting.slice(0, batchMax)
      try {
        await insertChunks(
          this.#options.database,
          batch.map(({ row }) => row),
        )
      } catch (error) {
        await this.#failed(error)
        continue
      }
      this.#failingSince = undefined
      this.#waiting = this.#waiting.slice(batch.length)
      for (const { resolve } of batch) resolve()
      this.#options.onChange({ relation: logRelation, ids: [...new Set(batch.map(({ row }) => row.actionId))] })
    }
    this.#isRunning = false
  }

  async #writeOpenLines(): Promise<void> {
    const { database, log, onChange } = this.#options
    const entries = [...this.#openLines]
    this.#openLines.clear()
    try {
      await saveOpenLines(database, entries)
      onChange({ relation: logRelation, ids: entries.map(([actionId]) => actionId) })
    } catch (error) {
      log.debug({ err: error }, 'open lines of playbook output not written')
    }
  }

  async #failed(error: unknown): Promise<void> {
    const { log, retryMs = 500, giveUpAfterMs } = this.#options
    if (this.#failingSince === undefined) log.warn({ err: error }, 'playbook output write failed, retrying')
    this.#failingSince ??= performance.now()
    if (performance.now() - this.#failingSince >= giveUpAfterMs) {
      const [first, ...rest] = this.#waiting
      this.#waiting = rest
      first?.reject(error)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

const columns = 7

const insertChunks = async (database: Queryable, rows: readonly ChunkRow[]): Promise<void> => {
  const placeholders = rows.map(
    (_row, row) => `(${Array.from({ length: columns }, (_, at) => `$${row * columns + at + 1}`).join()})`,
  )
  await database.query(
    `insert into relay.playbook_action_log_chunks
       (action_id, first_line, line_count, has_ansi, replaced_lines, long_lines, body)
     values ${placeholders.join()} on conflict do nothing`,
    rows.flatMap((row) => [
      row.actionId,
      row.firstLine,
      row.lineCount,
      row.hasAnsi,
      row.replacedLines,
      row.longLines,
      row.body,
    ]),
  )
}

const saveOpenLines = async (
  database: Queryable,
  entries: readonly (readonly [string, readonly LogLine[]])[],
): Promise<void> => {
  const ended = entries.flatMap(([actionId, lines]) => (lines.length === 0 ? [actionId] : []))
  const open = entries.filter(([, lines]) => lines.length > 0)
  if (ended.length > 0)
    await database.query('delete from relay.playbook_open_lines where action_id = any($1::uuid[])', [ended])
  if (open.length === 0) return
  await database.query(
    `insert into relay.playbook_open_lines (action_id, lines)
     select actions.id, entries.lines from unnest($1::uuid[], $2::text[]) as entries (action_id, lines)
       join playbook_run_actions as actions on actions.id = entries.action_id
     on conflict (action_id) do update set lines = excluded.lines`,
    [open.map(([actionId]) => actionId), open.map(([, lines]) => JSON.stringify(lines))],
  )
}
